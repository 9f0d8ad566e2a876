import { Module } from '@nestjs/common';
import { HistoryLag } from './history-lag.ts';
import { IngestBeginning } from './ingest-beginning.ts';
import { RestoredStore } from './restored-store.ts';

@Module({
  providers: [HistoryLag, IngestBeginning, RestoredStore],
  exports: [HistoryLag, IngestBeginning, RestoredStore],
})
export class LogsModule {}
