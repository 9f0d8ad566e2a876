import { Module } from '@nestjs/common';
import { HistoryLag } from './history-lag.ts';
import { IngestBeginning } from './ingest-beginning.ts';
import { RestoredStore } from './restored-store.ts';
import { Watchers } from './watchers.ts';

@Module({
  providers: [HistoryLag, IngestBeginning, RestoredStore, Watchers],
  exports: [HistoryLag, IngestBeginning, RestoredStore, Watchers],
})
export class LogsModule {}
