import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { ACTIVITY_TOPIC } from '@portico/contracts/events/activity';
import { REJECTED_EVENTS_TOPIC, TEST_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { KafkaModule } from '@portico/kafka';
import { ServiceModule } from '@portico/service';
import { AuditConsumerModule, AuditLogModule, AuditModule } from './audit/audit.module.ts';
import { ArrivalsModule } from './arrivals/arrivals.module.ts';
import { ClickHouseModule } from './table/clickhouse.module.ts';
import type { EventsConfig, Role } from './config.ts';
import { ConformanceModule } from './conformance/conformance.module.ts';
import { eventsDatabase } from './database.ts';
import { DIRECTORY_TOPICS } from './directory/directory.module.ts';
import { IngestModule } from './ingest/ingest.module.ts';
import { DOOR_TOPICS, DoorsModule } from './doors/doors.module.ts';
import { EVENT_TOPICS } from './logs/logs.ts';
import { LiveModule } from './live/live.module.ts';
import { PostgresModule } from './postgres/database.ts';
import { QueriesModule } from './queries/queries.module.ts';
import { RedriveModule } from './redrive/redrive.module.ts';
import { RejectedConsumerModule, RejectedModule } from './rejected/rejected.module.ts';
import { TestEventsConsumerModule, TestEventsModule } from './test-events/test-events.module.ts';

const MODULES_OF_ROLE: Record<Role, Type[]> = {
  ingest: [IngestModule, RejectedConsumerModule, TestEventsConsumerModule, AuditConsumerModule],
  live: [LiveModule],
  queries: [
    QueriesModule,
    RejectedModule,
    RedriveModule,
    TestEventsModule,
    ConformanceModule,
    ArrivalsModule,
    AuditLogModule,
  ],
  doors: [DoorsModule],
};

/** Roles that use PostgreSQL; other processes do not connect to it. */
const WITH_DATABASE: readonly Role[] = ['queries', 'doors'];

/** The events service, or its parts for the process's roles. It stores events from Kafka in ClickHouse, and serves lists and live rows. */
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
          topics: [
            ...EVENT_TOPICS,
            ...DOOR_TOPICS,
            TEST_EVENTS_TOPIC,
            REJECTED_EVENTS_TOPIC,
            ACTIVITY_TOPIC,
            ...DIRECTORY_TOPICS,
          ],
          followsUsers: true,
        }),
        ClickHouseModule,
        AuditModule,
        ...(WITH_DATABASE.some((role) => config.EVENTS_ROLES.has(role))
          ? [PostgresModule.with(eventsDatabase(config))]
          : []),
        ...[...config.EVENTS_ROLES].flatMap((role) => MODULES_OF_ROLE[role]),
      ],
    };
  }
}
