import { Module } from '@nestjs/common';
import { CONFIG } from '@portico/service';
import type { EventsConfig } from '../config.ts';
import { DirectoryModule } from '../directory/directory.module.ts';
import { JudgeModule } from '../judge/judge.module.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { ownPool } from '../table/clickhouse.module.ts';
import { LogsModule } from '../logs/logs.module.ts';
import { QuarantineModule } from '../quarantine/quarantine.ts';
import { ActivityPublisher } from './activity.ts';
import { CarefulIngest } from './careful-ingest.ts';
import { EventStore } from './event-store.ts';
import { IngestMetrics } from './ingest-metrics.ts';
import { IngestProducer } from './ingest-producer.ts';
import { IngestConsumer } from './ingest.consumer.ts';
import { KnownIdentities } from './known/known-identities.ts';
import { RejectedEvents } from './rejected-events.ts';
import { Resumes } from './resumes.ts';
import { Sink } from './sink.ts';

@Module({
  imports: [DirectoryModule, JudgeModule, LogsModule, QuarantineModule],
  providers: [
    ownPool('ingest'),
    ActivityPublisher,
    CarefulIngest,
    EventStore,
    {
      provide: KnownIdentities,
      inject: [ClickHouse, CONFIG],
      useFactory: (clickhouse: ClickHouse, config: EventsConfig) =>
        new KnownIdentities(clickhouse, config.EVENTS_IDENTITIES_AFTER),
    },
    IngestMetrics,
    IngestProducer,
    RejectedEvents,
    Resumes,
    Sink,
    IngestConsumer,
  ],
})
export class IngestModule {}
