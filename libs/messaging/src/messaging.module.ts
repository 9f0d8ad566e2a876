import { type DynamicModule, Global, Module } from '@nestjs/common';
import { directOptions, type DatabaseConfig } from '@portico/postgres';
import { DomainEventConsumer } from './domain-events/domain-event-consumer.ts';
import { Outbox } from './outbox/outbox.ts';
import { Relay } from './relay/relay.ts';
import { MESSAGING_OPTIONS, type MessagingOptions } from './tokens.ts';

/**
 * Domain events of a service with a database: what it decides goes through its outbox to Kafka, and what it follows
 * comes from Kafka into its database. Needs `KafkaModule` and `DatabaseModule`, with a database {@link withMessaging}.
 */
@Global()
@Module({})
export class MessagingModule {
  static with(service: string, config: DatabaseConfig): DynamicModule {
    const options: MessagingOptions = { service, connection: directOptions(config, service) };
    return {
      module: MessagingModule,
      providers: [{ provide: MESSAGING_OPTIONS, useValue: options }, Outbox, Relay, DomainEventConsumer],
      exports: [Outbox, DomainEventConsumer],
    };
  }
}
