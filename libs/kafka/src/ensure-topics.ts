import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { withAdmin } from './admin.ts';
import type { Admin, Kafka } from './client.ts';
import type { KafkaConfig } from './config.ts';
import { topicFaults } from './retriable.ts';
import { configOf, DOOR_TOPIC, partitionsOf, type Topic, TOPICS } from './topics.ts';

const DEFAULT_TIMEOUT_MS = 60_000;
const POLL_MS = 500;

/**
 * Creates the missing topics and does not change existing topics. Several services may call this function at the same time. Waits for
 * topics that the principal may not create, because their owner or an operator creates them.
 * @throws Error that names the topics which are still missing.
 */
export async function ensureTopics(
  kafka: Kafka,
  config: KafkaConfig,
  names: readonly string[],
  timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<void> {
  const wanted = names.map((name) => {
    const topic = TOPICS.find((candidate) => candidate.name === name);
    if (!topic) throw new Error(`topic ${name} is not in the list of topics`);
    return topic;
  });
  const end = performance.now() + timeoutMs;
  let denied = await createMissing(kafka, config, wanted);
  if (denied.length > 0) new Logger('Topics').warn({ topics: denied.map(({ name }) => name) }, 'waiting for topics');
  while (denied.length > 0 && performance.now() < end) {
    await sleep(POLL_MS);
    denied = await createMissing(kafka, config, denied);
  }
  if (denied.length === 0) return;
  const missing = denied.map(({ name }) => name).join(', ');
  throw new Error(
    `${missing}: not there, and this principal may not create them: \`npm run kafka:topics\` creates topics, \`-- --acls\` checks permissions`,
  );
}

/** Returns the topics that the principal may not create or see. */
const createMissing = (kafka: Kafka, config: KafkaConfig, wanted: readonly Topic[]): Promise<Topic[]> =>
  withAdmin(kafka, async (admin) => {
    const existing = new Set(await admin.listTopics());
    const topics = wanted
      .filter(({ name }) => !existing.has(name))
      .map((topic) => ({
        topic: topic.name,
        numPartitions: partitionsOf(topic, config),
        replicationFactor: config.KAFKA_REPLICATION_FACTOR,
        configEntries: Object.entries(configOf(topic, config)).map(([name, value]) => ({ name, value })),
      }));
    const denied = topics.length === 0 ? [] : await deniedBy(admin.createTopics({ topics, waitForLeaders: true }));
    const names = wanted.map(({ name }) => name).filter((name) => !denied.includes(name));
    // Another service may just have created some of these topics, so wait until Kafka returns their leaders.
    if (names.length > 0) await admin.fetchTopicMetadata({ topics: names });
    return wanted.filter(({ name }) => denied.includes(name));
  });

/** @throws any error other than missing permission or an existing topic. */
async function deniedBy(creating: Promise<unknown>): Promise<string[]> {
  try {
    await creating;
    return [];
  } catch (error) {
    const faults = topicFaults(error);
    if (!faults.every(({ type }) => type === 'TOPIC_ALREADY_EXISTS' || type === 'TOPIC_AUTHORIZATION_FAILED'))
      throw error;
    return faults.filter(({ type }) => type === 'TOPIC_AUTHORIZATION_FAILED').map(({ topic }) => topic);
  }
}

/** Largest batch in an integration's own topic. Such a batch still fits into another topic after Portico adds headers. */
const DOOR_BATCH_BYTES = 512 * 1024;

/** Creates the topics of integrations in `names`, except topics that already exist. */
export async function createDoorTopics(admin: Admin, config: KafkaConfig, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const existing = new Set(await admin.listTopics());
  const settings = { ...configOf(DOOR_TOPIC, config), 'max.message.bytes': String(DOOR_BATCH_BYTES) };
  const topics = names
    .filter((name) => !existing.has(name))
    .map((topic) => ({
      topic,
      numPartitions: DOOR_TOPIC.partitions,
      replicationFactor: config.KAFKA_REPLICATION_FACTOR,
      configEntries: Object.entries(settings).map(([name, value]) => ({ name, value })),
    }));
  if (topics.length > 0) await admin.createTopics({ topics, waitForLeaders: true });
}
