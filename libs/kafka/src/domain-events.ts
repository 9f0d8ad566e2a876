import type { INestApplication } from '@nestjs/common';
import { type MicroserviceOptions, Transport } from '@nestjs/microservices';
import { clientOptions } from './client.ts';
import type { KafkaConfig } from './config.ts';

/**
 * Milliseconds until the group gives up a process that crashed and hands its partitions on; until then what it followed
 * stands still.
 */
const SESSION_TIMEOUT = 10_000;

/**
 * Connects a service to the domain events that its `@EventPattern(topic)` handlers name. The group is
 * `<service>.domain-events`; a new one starts at the beginning of each topic. A handler that throws is called again.
 */
export async function listenToDomainEvents(app: INestApplication, config: KafkaConfig, service: string): Promise<void> {
  app.connectMicroservice<MicroserviceOptions>(
    {
      transport: Transport.KAFKA,
      options: {
        postfixId: '',
        client: clientOptions(config, service),
        consumer: {
          groupId: `${service}.domain-events`,
          allowAutoTopicCreation: false,
          maxWaitTimeInMs: 500,
          sessionTimeout: SESSION_TIMEOUT,
        },
        subscribe: { fromBeginning: true },
        producerOnlyMode: false,
      },
    },
    { inheritAppConfig: false },
  );
  await app.startAllMicroservices();
}
