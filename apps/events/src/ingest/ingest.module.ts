import { Module } from '@nestjs/common';
import { ownPool } from '../table/clickhouse.module.ts';
import { DirectoryModule } from '../directory/directory.module.ts';
import { VerdictCache } from '../judge/verdict-cache.ts';
import { EventStore } from './event-store.ts';
import { HistoryLag } from '../table/lag/history-lag.ts';
import { IngestMetrics } from './ingest-metrics.ts';
import { IngestConsumer } from './ingest.consumer.ts';
import { RejectedEvents } from './rejected-events.ts';
import { Sink } from './sink.ts';

@Module({
  imports: [DirectoryModule],
  providers: [
    ownPool('ingest'),
    VerdictCache,
    EventStore,
    HistoryLag,
    IngestMetrics,
    RejectedEvents,
    Sink,
    IngestConsumer,
  ],
  exports: [VerdictCache, HistoryLag],
})
export class IngestModule {}
