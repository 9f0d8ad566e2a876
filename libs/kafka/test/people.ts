import { KAFKA_TOKEN_AUDIENCE, KAFKA_TOKEN_ISSUER } from '@portico/contracts/http/oauth';
import type { GuardedKafka } from '@portico/testkit';
import { type Admin, Kafka, type KafkaClientOptions, logLevel } from '../src/client.ts';

/** Principal of an integration's key, which authenticates with a token. All other principals except `anonymous` use passwords. */
export const KEY = 'k3ya2b4c';

/** Actions that a test runs as the principal `user`. */
export type People = {
  /** Runs `work` with an admin client. @throws Kafka's error. */
  asAdmin: <Value>(user: string, work: (admin: Admin) => Promise<Value>) => Promise<Value>;
  send: (user: string, topic: string, more?: Partial<KafkaClientOptions>) => Promise<string>;
  joining: (user: string, groupId: string, topic: string) => Promise<string>;
};

export function peopleAt({ openBrokers, passwordOf, issuer, kafka }: GuardedKafka): People {
  const signOn = (user: string): Partial<KafkaClientOptions> => {
    if (user === 'anonymous') return { brokers: [openBrokers] };
    if (user !== KEY) return { sasl: { mechanism: 'scram-sha-512', username: user, password: passwordOf(user) } };
    const claims = { sub: KEY, aud: KAFKA_TOKEN_AUDIENCE, iss: KAFKA_TOKEN_ISSUER };
    const oauthBearerProvider = async () => ({ value: await issuer.token(claims) });
    return { sasl: { mechanism: 'oauthbearer', oauthBearerProvider } };
  };
  const clientOf = (user: string, more: Partial<KafkaClientOptions> = {}): Kafka =>
    new Kafka({
      clientId: user,
      brokers: [kafka.brokers],
      ...signOn(user),
      ...more,
      retry: { retries: 1, initialRetryTime: 100 },
      logLevel: logLevel.NOTHING,
    });
  const asAdmin = async <Value>(user: string, work: (admin: Admin) => Promise<Value>): Promise<Value> => {
    const admin = clientOf(user).admin();
    try {
      await admin.connect();
      return await work(admin);
    } finally {
      await admin.disconnect();
    }
  };
  /** Publishes a record. Returns `acknowledged` or Kafka's error message. */
  const send = async (user: string, topic: string, more: Partial<KafkaClientOptions> = {}): Promise<string> => {
    const producer = clientOf(user, more).producer({ allowAutoTopicCreation: false });
    try {
      await producer.connect();
      await producer.send({ topic, acks: -1, messages: [{ key: '5', value: '{"forged":true}' }] });
      return 'acknowledged';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      await producer.disconnect();
    }
  };
  /** Joins a consumer group. Returns the number of assigned partitions in a text, or Kafka's error message. */
  const joining = async (user: string, groupId: string, topic: string): Promise<string> => {
    const consumer = clientOf(user).consumer({ groupId, sessionTimeout: 6_000, allowAutoTopicCreation: false });
    const { promise, resolve } = Promise.withResolvers<string>();
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) =>
      resolve(`joined with ${Object.values(payload.memberAssignment).flat().length} partitions`),
    );
    consumer.on(consumer.events.CRASH, ({ payload }) => resolve(payload.error.message));
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [topic], fromBeginning: true });
      await consumer.run({ eachMessage: async () => undefined });
      return await promise;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      await consumer.disconnect();
    }
  };
  return { asAdmin, send, joining };
}
