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

type KafkaModuleOptions = {
  service: string;
  config: KafkaConfig;
  /** Topics that must exist before the service starts: the topics that it publishes to or follows. */
  topics: readonly string[];
  /** Whether the service itself follows the users and applies their changes to `Revocations`. By default, this module does. */
  followsUsers?: boolean;
};

const ofKafka = (error: unknown): unknown =>
  isKafkaError(error) && isOutage(error) ? new Unavailable(error.message, { cause: error }) : error;

/**
 * Provides a service's Kafka client. At startup, this module creates the topics of the service and of the audit log, and then loads
 * the user changes that revoke tokens. The service waits until both are done.
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
        // Each check uses a new client, because a client whose connection hangs still reports that it is connected.
        dependencies.add('kafka', async () => {
          const admin = kafka.admin({ retry: { retries: 0 } });
          await admin.connect().finally(() => admin.disconnect());
        });
        return kafka;
      },
    };
    const providers: Provider[] = [client];
    if (!followsUsers) {
      providers.push({
        provide: RevocationFollower,
        // The client must come first, because it creates the topic.
        inject: [KAFKA, Revocations, Dependencies],
        useFactory: (_: Kafka, revocations: Revocations, dependencies: Dependencies) =>
          new RevocationFollower(service, config, revocations, dependencies),
      });
    }
    return { module: KafkaModule, providers, exports: [KAFKA] };
  }
}
