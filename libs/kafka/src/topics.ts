import { ACTIVITY_TOPIC } from '@portico/contracts/events/activity';
import { AUDIT_TOPIC } from '@portico/contracts/events/audit';
import { episodeChanged } from '@portico/contracts/events/alerts';
import { purchaseChanged } from '@portico/contracts/events/billing';
import {
  DOORS_TOPIC,
  INTEGRATION_EVENTS_TOPIC,
  REJECTED_EVENTS_TOPIC,
  TEST_EVENTS_TOPIC,
} from '@portico/contracts/events/integration-event';
import { sessionEnded, userChanged, viewHandover } from '@portico/contracts/events/identity';
import {
  integrationChanged,
  keyChanged,
  keyHandover,
  keyUsed,
  publisherChanged,
} from '@portico/contracts/events/integrations';
import { entitlementChanged, membershipChanged, organizationChanged } from '@portico/contracts/events/orgs';
import { privacyChanged } from '@portico/contracts/privacy/state';
import { QUARANTINE_TOPIC } from '@portico/contracts/events/quarantine';
import { usageChanged } from '@portico/contracts/events/usage';
import type { KafkaConfig } from './config.ts';

export type Topic = { name: string; partitions: number; config: Readonly<Record<string, string>> };

const DAY = 24 * 60 * 60 * 1_000;
/** Kafka's own clock stamps every record, so that retention does not depend on timestamps of publishers. */
const stamped = { 'message.timestamp.type': 'LogAppendTime' };

/** Days within which Kafka removes earlier states. Earlier states of a deleted account contain a name and an e-mail address. */
const COMPACTION_DAYS = 7;

const state = (name: string): Topic => ({
  name,
  partitions: 3,
  config: { ...stamped, 'cleanup.policy': 'compact', 'max.compaction.lag.ms': String(COMPACTION_DAYS * DAY) },
});
const log = (name: string, partitions: number, days: number): Topic => ({
  name,
  partitions,
  config: { ...stamped, 'cleanup.policy': 'delete', 'retention.ms': String(days * DAY) },
});

/** With 3 or more replicas, at least 2 replicas must store a record before Kafka acknowledges it. */
export const configOf = (topic: Topic, config: KafkaConfig): Record<string, string> => ({
  ...topic.config,
  ...(config.KAFKA_REPLICATION_FACTOR >= 3 && { 'min.insync.replicas': '2' }),
});

export const partitionsOf = ({ name, partitions }: Topic, config: KafkaConfig): number =>
  name === INTEGRATION_EVENTS_TOPIC ? config.KAFKA_EVENTS_PARTITIONS : partitions;

/** Whether a topic may get more partitions. State topics may not: an aggregate could move to another partition. */
export const mayGrow = ({ config }: Topic): boolean => config['cleanup.policy'] === 'delete';

export const TOPICS: readonly Topic[] = [
  state(userChanged.topic),
  state(viewHandover.topic),
  state(organizationChanged.topic),
  state(membershipChanged.topic),
  state(entitlementChanged.topic),
  state(usageChanged.topic),
  state(privacyChanged.topic),
  state(integrationChanged.topic),
  state(keyChanged.topic),
  state(keyHandover.topic),
  state(publisherChanged.topic),
  state(keyUsed.topic),
  state(purchaseChanged.topic),
  state(episodeChanged.topic),
  state(QUARANTINE_TOPIC),
  log(sessionEnded.topic, 1, 1),
  log(INTEGRATION_EVENTS_TOPIC, 6, 7),
  log(DOORS_TOPIC, 6, 7),
  log(TEST_EVENTS_TOPIC, 3, 7),
  log(REJECTED_EVENTS_TOPIC, 3, 30),
  log(ACTIVITY_TOPIC, 3, 7),
  log(AUDIT_TOPIC, 3, 30),
];

/** Settings of the topics that belong to a single integration. The name is empty, because each of these topics has its own name. */
export const DOOR_TOPIC = log('', 1, 7);
