import { type DynamicModule, Module } from '@nestjs/common';
import { INTEGRATION_EVENTS_TOPIC, REJECTED_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { KafkaModule } from '@portico/kafka';
import { ServiceModule } from '@portico/service';
import { ClickHouseModule } from './table/clickhouse.module.ts';
import type { EventsConfig } from './config.ts';
import { DIRECTORY_TOPICS } from './directory/directory.module.ts';
import { IngestModule } from './ingest/ingest.module.ts';
import { LiveModule } from './live/live.module.ts';
import { QueriesModule } from './queries/queries.module.ts';
import { RejectedModule } from './rejected/rejected.module.ts';

/** The service: Kafka in, ClickHouse behind, lists and live rows out. */
@Module({})
export class EventsModule {
  static with(config: EventsConfig): DynamicModule {
    return {
      module: EventsModule,
      imports: [
        ServiceModule.with('events', config),
        KafkaModule.with({
          service: 'events',
          config,
          topics: [INTEGRATION_EVENTS_TOPIC, REJECTED_EVENTS_TOPIC, ...DIRECTORY_TOPICS],
          followsUsers: true,
        }),
        ClickHouseModule,
        IngestModule,
        LiveModule,
        QueriesModule,
        RejectedModule,
      ],
    };
  }
}
