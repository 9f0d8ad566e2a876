import { ACTIVITY_TOPIC } from '@portico/contracts/events/activity';
import { purchaseChanged } from '@portico/contracts/events/billing';
import {
  DOORS_TOPIC,
  INTEGRATION_EVENTS_TOPIC,
  REJECTED_EVENTS_TOPIC,
  TEST_EVENTS_TOPIC,
} from '@portico/contracts/events/integration-event';
import { userChanged } from '@portico/contracts/events/identity';
import { integrationChanged, keyChanged, keyUsed, publisherChanged } from '@portico/contracts/events/integrations';
import { entitlementChanged, membershipChanged, organizationChanged } from '@portico/contracts/events/orgs';
import type { Admin, Kafka } from './client.ts';
import { withAdmin } from './admin.ts';
import type { KafkaConfig } from './config.ts';

export type Topic = { name: string; partitions: number; config: Readonly<Record<string, string>> };

const DAY = 24 * 60 * 60 * 1_000;
/** Kafka's own clock stamps every record, so that retention never follows what a publisher claims. */
const stamped = { 'message.timestamp.type': 'LogAppendTime' };

const state = (name: string): Topic => ({ name, partitions: 3, config: { ...stamped, 'cleanup.policy': 'compact' } });
const log = (name: string, partitions: number, days: number): Topic => ({
  name,
  partitions,
  config: { ...stamped, 'cleanup.policy': 'delete', 'retention.ms': String(days * DAY) },
});

/** A topic's settings; with three copies or more, two must have a record before it is acknowledged. */
export const configOf = (topic: Topic, config: KafkaConfig): Record<string, string> => ({
  ...topic.config,
  ...(config.KAFKA_REPLICATION_FACTOR >= 3 && { 'min.insync.replicas': '2' }),
});

/** How many partitions a topic is created with. */
export const partitionsOf = ({ name, partitions }: Topic, config: KafkaConfig): number =>
  name === INTEGRATION_EVENTS_TOPIC ? config.KAFKA_EVENTS_PARTITIONS : partitions;

/** Whether a topic may have more: with another number of them an aggregate of a state topic would move to another one. */
export const mayGrow = ({ config }: Topic): boolean => config['cleanup.policy'] === 'delete';

export const deadLetterTopic = (service: string): string => `${service}.dead-letters.v1`;

/** Every topic of the product. */
export const TOPICS: readonly Topic[] = [
  state(userChanged.topic),
  state(organizationChanged.topic),
  state(membershipChanged.topic),
  state(entitlementChanged.topic),
  state(integrationChanged.topic),
  state(keyChanged.topic),
  state(publisherChanged.topic),
  state(keyUsed.topic),
  state(purchaseChanged.topic),
  log(INTEGRATION_EVENTS_TOPIC, 6, 7),
  log(DOORS_TOPIC, 6, 7),
  log(TEST_EVENTS_TOPIC, 3, 7),
  log(REJECTED_EVENTS_TOPIC, 3, 30),
  log(ACTIVITY_TOPIC, 3, 7),
  log(deadLetterTopic('identity'), 1, 30),
  log(deadLetterTopic('orgs'), 1, 30),
  log(deadLetterTopic('integrations'), 1, 30),
  log(deadLetterTopic('billing'), 1, 30),
];

/** Creates the topics that are not there yet; several services may do so at once. Leaves those that exist as they are. */
export async function ensureTopics(kafka: Kafka, config: KafkaConfig, names: readonly string[]): Promise<void> {
  const wanted = names.map((name) => {
    const topic = TOPICS.find((candidate) => candidate.name === name);
    if (!topic) throw new Error(`topic ${name} is not in the list of topics`);
    return topic;
  });
  await withAdmin(kafka, async (admin) => {
    const existing = new Set(await admin.listTopics());
    const topics = wanted
      .filter(({ name }) => !existing.has(name))
      .map((topic) => ({
        topic: topic.name,
        numPartitions: partitionsOf(topic, config),
        replicationFactor: config.KAFKA_REPLICATION_FACTOR,
        configEntries: Object.entries(configOf(topic, config)).map(([name, value]) => ({ name, value })),
      }));
    if (topics.length > 0) await admin.createTopics({ topics, waitForLeaders: true });
    // Another service may have created some a moment ago: their leaders are waited for, too.
    if (names.length > 0) await admin.fetchTopicMetadata({ topics: [...names] });
  });
}

/** Longest batch of records in a topic of an integration: such a batch fits into another topic with some headers more. */
const DOOR_BATCH_BYTES = 512 * 1024;
const door = log('', 1, 7);

/** Creates the topics of integrations that are not there yet. */
export async function createDoorTopics(admin: Admin, config: KafkaConfig, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const existing = new Set(await admin.listTopics());
  const settings = { ...configOf(door, config), 'max.message.bytes': String(DOOR_BATCH_BYTES) };
  const topics = names
    .filter((name) => !existing.has(name))
    .map((topic) => ({
      topic,
      numPartitions: door.partitions,
      replicationFactor: config.KAFKA_REPLICATION_FACTOR,
      configEntries: Object.entries(settings).map(([name, value]) => ({ name, value })),
    }));
  if (topics.length > 0) await admin.createTopics({ topics, waitForLeaders: true });
}
