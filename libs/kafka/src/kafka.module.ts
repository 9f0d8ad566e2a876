import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import { AUDIT_TOPIC } from '@portico/contracts/events/audit';
import { sessionEnded, userChanged } from '@portico/contracts/events/identity';
import { classifyErrors, Dependencies, Revocations, Unavailable } from '@portico/service';
import type { Kafka } from './client.ts';
import { kafkaClient } from './kafka-client.ts';
import type { KafkaConfig } from './config.ts';
import { isKafkaError, isOutage } from './retriable.ts';
import { RevocationFollower } from './revocation.follower.ts';
import { KAFKA } from './tokens.ts';
import { ensureTopics } from './ensure-topics.ts';

export type KafkaModuleOptions = {
  service: string;
  config: KafkaConfig;
  /** Topics that must exist before the service starts: what it publishes and what it follows. */
  topics: readonly string[];
  /** The service follows the users itself, and applies their changes to `Revocations`. */
  followsUsers?: boolean;
};

/** What Kafka answered, by class. */
const ofKafka = (error: unknown): unknown =>
  isKafkaError(error) && isOutage(error) ? new Unavailable(error.message, { cause: error }) : error;

/**
 * A service's Kafka client, with its topics and that of the audit log made first, and the changes of users that end their tokens; the start waits
 * for both.
 */
@Global()
@Module({})
export class KafkaModule {
  static with({ service, config, topics, followsUsers = false }: KafkaModuleOptions): DynamicModule {
    const client: Provider = {
      provide: KAFKA,
      inject: [Dependencies],
      useFactory: async (dependencies: Dependencies): Promise<Kafka> => {
        const kafka = kafkaClient(config, service);
        await ensureTopics(kafka, config, [
          ...new Set([...topics, userChanged.topic, sessionEnded.topic, AUDIT_TOPIC]),
        ]);
        classifyErrors(ofKafka);
        const admin = kafka.admin({ retry: { retries: 0 } });
        dependencies.add('kafka', async () => {
          await admin.connect();
          await admin.disconnect();
        });
        return kafka;
      },
    };
    const providers: Provider[] = [client];
    if (!followsUsers) {
      providers.push({
        provide: RevocationFollower,
        // The client comes first: it creates the topic.
        inject: [KAFKA, Revocations, Dependencies],
        useFactory: (_: Kafka, revocations: Revocations, dependencies: Dependencies) =>
          new RevocationFollower(service, config, revocations, dependencies),
      });
    }
    return { module: KafkaModule, providers, exports: [KAFKA] };
  }
}
