import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.ts';
import { JudgeModule } from '../judge/judge.module.ts';
import { ownPool } from '../table/clickhouse.module.ts';
import { LogsModule } from '../logs/logs.module.ts';
import { ActivityPublisher } from './activity.ts';
import { EventStore } from './event-store.ts';
import { IngestMetrics } from './ingest-metrics.ts';
import { IngestProducer } from './ingest-producer.ts';
import { IngestConsumer } from './ingest.consumer.ts';
import { RejectedEvents } from './rejected-events.ts';
import { Resumes } from './resumes.ts';
import { Sink } from './sink.ts';

@Module({
  imports: [DirectoryModule, JudgeModule, LogsModule],
  providers: [
    ownPool('ingest'),
    ActivityPublisher,
    EventStore,
    IngestMetrics,
    IngestProducer,
    RejectedEvents,
    Resumes,
    Sink,
    IngestConsumer,
  ],
})
export class IngestModule {}
