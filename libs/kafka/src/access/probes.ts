import { randomUUID } from 'node:crypto';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { membershipChanged } from '@portico/contracts/events/orgs';
import { Kafka, logLevel } from '../client.ts';
import type { KafkaConfig } from '../config.ts';
import { usesTls } from '../connection-config.ts';
import { clientOptions } from '../kafka-client.ts';
import { faultType } from '../retriable.ts';
import { mayGrow, TOPICS } from '../topics.ts';

/** Credentials for a probe. Null connects without credentials. */
export type Credentials = { username: string; password: string };

/** `allowed`: forbidden operations that Kafka let the probe do. Null: Kafka refused the connection. */
type Probed = { allowed: string[] } | null;

const DENIED = /_AUTHORIZATION_FAILED$/;
/** Errors for requests that Kafka authorized but could not carry out, because the record is invalid or the topic does not exist. */
const WITHOUT_EFFECT = new Set(['INVALID_RECORD', 'CORRUPT_MESSAGE', 'UNKNOWN_TOPIC_OR_PARTITION']);
/** Retries of one request. Low, because a denial does not go away. */
const RETRIES = 1;

/**
 * Whether Kafka authorizes the request that `work` sends.
 * @throws the request's error when it is unrelated to authorization.
 */
async function allows(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    const type = faultType(error) ?? '';
    if (WITHOUT_EFFECT.has(type)) return true;
    if (DENIED.test(type)) return false;
    throw error;
  }
}

/** Like {@link allows}, for a consumer group: when Kafka denies access, kafkajs only reports that it found no coordinator. */
const finds = (work: () => Promise<unknown>): Promise<boolean> =>
  work().then(
    () => true,
    () => false,
  );

const usesPasswords = ({ KAFKA_SASL_MECHANISM: mechanism }: KafkaConfig): boolean =>
  mechanism !== 'oauthbearer' && mechanism !== 'aws-msk-iam';

const clientOf = (config: KafkaConfig, credentials: Credentials | null): Kafka =>
  new Kafka({
    ...clientOptions(
      {
        ...config,
        KAFKA_SSL_ENABLED: usesTls(config),
        KAFKA_SSL_CERT_FILE: undefined,
        KAFKA_SSL_KEY_FILE: undefined,
        // The client does not authenticate if this mechanism needs a password and the probe has none.
        KAFKA_SASL_MECHANISM: usesPasswords(config) ? config.KAFKA_SASL_MECHANISM : 'scram-sha-512',
        KAFKA_SASL_USERNAME: credentials?.username,
        KAFKA_SASL_PASSWORD: credentials?.password,
        // The probe's records contain nothing confidential.
        KAFKA_INSECURE: true,
      },
      'portico-probe',
    ),
    retry: { retries: RETRIES, initialRetryTime: 100 },
    logLevel: logLevel.NOTHING,
  });

/**
 * Attempts operations that only services may do. Even an authorized attempt changes nothing: a compacted topic rejects a record
 * without a key, and the topic to delete does not exist.
 * @throws Error when the probe cannot sign on, for example with unknown credentials.
 */
export async function probe(config: KafkaConfig, credentials: Credentials | null): Promise<Probed> {
  const kafka = clientOf(config, credentials);
  const [admin, producer] = [kafka.admin(), kafka.producer({ allowAutoTopicCreation: false })];
  try {
    await admin.connect();
    await admin.listTopics();
    await producer.connect();
  } catch (error) {
    await Promise.all([admin.disconnect(), producer.disconnect()]);
    if (credentials === null) return null;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`the probe as ${credentials.username} cannot sign on: ${reason}`, { cause: error });
  }
  try {
    const allowed: string[] = [];
    for (const { name: topic } of TOPICS.filter((candidate) => !mayGrow(candidate))) {
      const messages = [{ key: null, value: 'probe of npm run kafka:topics -- --acls' }];
      if (await allows(() => producer.send({ topic, acks: -1, messages }))) allowed.push(`write ${topic}`);
    }
    const nowhere = `${membershipChanged.topic}.probe-${randomUUID()}`;
    if (await allows(() => admin.deleteTopics({ topics: [nowhere] }))) allowed.push('delete topics');
    const group = { groupId: 'events.ingest', topics: [INTEGRATION_EVENTS_TOPIC] };
    if (await finds(() => admin.fetchOffsets(group))) allowed.push(`see the consumer group ${group.groupId}`);
    return { allowed };
  } finally {
    await Promise.all([admin.disconnect(), producer.disconnect()]);
  }
}
