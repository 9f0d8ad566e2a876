import type { INestApplication } from '@nestjs/common';
import { type KafkaOptions, type MicroserviceOptions, ServerKafka } from '@nestjs/microservices';
import { crash } from '@portico/service';
import { consumerOf } from '../dead-letters/dead-letter.entity.ts';
import { Handlers } from '../dead-letters/handlers.ts';
import {
  clientOptions,
  type Consumer,
  isOutage,
  type KafkaConfig,
  MAX_FETCH_WAIT,
  METADATA_MAX_AGE,
  untilBegun,
  whileRetriable,
} from '@portico/kafka';

/** Milliseconds until the group reassigns the partitions of a crashed process. Until then, no process reads these partitions. */
const SESSION_TIMEOUT = 10_000;

/**
 * Extends Nest's Kafka consumer. Waits for topics that were just created, and restarts if kafkajs has stopped because of an outage. Ends
 * the process if reading cannot continue.
 */
class DomainEventServer extends ServerKafka {
  override async bindEvents(consumer: Consumer): Promise<void> {
    consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
      if (restart) return;
      if (isOutage(error)) void this.comeBack(consumer).catch(crash);
      else crash(error);
    });
    await whileRetriable(() => super.bindEvents(consumer));
  }

  private comeBack(consumer: Consumer): Promise<void> {
    return untilBegun(
      async () => {
        await consumer.connect();
        await super.bindEvents(consumer);
      },
      () => false,
    );
  }
}

/**
 * Subscribes a service to the domain events of its `@EventPattern(topic)` handlers. The group is `<service>.domain-events`. A new
 * group starts at the beginning of each topic. If a handler throws, Kafka delivers the event again.
 */
export async function listenToDomainEvents(app: INestApplication, config: KafkaConfig, service: string): Promise<void> {
  const options: NonNullable<KafkaOptions['options']> = {
    postfixId: '',
    client: clientOptions(config, service),
    consumer: {
      groupId: consumerOf(service),
      allowAutoTopicCreation: false,
      maxWaitTimeInMs: MAX_FETCH_WAIT,
      sessionTimeout: SESSION_TIMEOUT,
      metadataMaxAge: METADATA_MAX_AGE,
    },
    subscribe: { fromBeginning: true },
    producerOnlyMode: false,
  };
  const server = new DomainEventServer(options);
  app.connectMicroservice<MicroserviceOptions>({ strategy: server }, { inheritAppConfig: false });
  await app.startAllMicroservices();
  for (const [topic, handler] of server.getHandlers()) app.get(Handlers).add(topic, handler);
}
