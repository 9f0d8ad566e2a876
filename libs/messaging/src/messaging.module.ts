import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { LetterService } from '@portico/contracts/http/dead-letters';
import { directOptions, type DatabaseConfig } from '@portico/postgres';
import { AuditSubscriber } from './audit/audit-subscriber.ts';
import { DeadLettersController } from './dead-letters/dead-letters.controller.ts';
import { DeadLettersService } from './dead-letters/dead-letters.service.ts';
import { Handlers } from './dead-letters/handlers.ts';
import { ReplayWorker } from './dead-letters/replay-worker.ts';
import { DomainEventConsumer } from './domain-events/domain-event-consumer.ts';
import { OutboxMetrics } from './outbox/outbox-metrics.ts';
import { Outbox } from './outbox/outbox.ts';
import { PersonalDataController } from './personal-data/personal-data.controller.ts';
import type { PersonalTable } from './personal-data/personal-data.ts';
import { Relay } from './relay/relay.ts';
import { MESSAGING_OPTIONS, type MessagingOptions } from './tokens.ts';

/**
 * Domain events of a service with a database. The relay publishes the service's changes from its outbox to Kafka. The consumer applies
 * other services' states to the service's database. Needs `KafkaModule`, and `DatabaseModule` with options from {@link withMessaging}.
 */
@Global()
@Module({})
export class MessagingModule {
  static with(service: LetterService, config: DatabaseConfig, personal: readonly PersonalTable[] = []): DynamicModule {
    const options: MessagingOptions = { service, personal, connection: directOptions(config, service) };
    return {
      module: MessagingModule,
      controllers: [DeadLettersController, PersonalDataController],
      providers: [
        { provide: MESSAGING_OPTIONS, useValue: options },
        AuditSubscriber,
        Outbox,
        OutboxMetrics,
        Relay,
        Handlers,
        DeadLettersService,
        ReplayWorker,
        DomainEventConsumer,
      ],
      exports: [Outbox, DomainEventConsumer],
    };
  }
}
