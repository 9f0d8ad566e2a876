import {
  DOOR_TOPIC_PREFIX,
  DOORS_TOPIC,
  INTEGRATION_EVENTS_TOPIC,
  TEST_EVENTS_TOPIC,
} from '@portico/contracts/events/integration-event';

/** Limits of one batch (`records`) and of each record. A batch or record that exceeds a limit becomes one unreadable record. */
export type Limits = {
  /** Maximum number of records that a batch's header may state. */
  records: number;
  headers: number;
  headerBytes: number;
  keyBytes: number;
};

const PUBLISHED: Limits = { records: 10_000, headers: 64, headerBytes: 16 * 1_024, keyBytes: 1_024 };
/** Limits for published records that Portico has forwarded with additional headers. */
const FORWARDED: Limits = { ...PUBLISHED, headers: 80, headerBytes: 20 * 1_024 };
/** Limits for records that only Portico writes. The number of records is limited, because each record becomes an object. */
export const OWN: Limits = {
  records: 1_000_000,
  headers: Number.POSITIVE_INFINITY,
  headerBytes: Number.POSITIVE_INFINITY,
  keyBytes: Number.POSITIVE_INFINITY,
};

/** Whether a topic belongs to a single integration. Consumers receive its batches undecoded and check quotas before decoding. */
export const arrivesInBatches = (topic: string): boolean => topic.startsWith(DOOR_TOPIC_PREFIX);

const LIMITS: ReadonlyMap<string, Limits> = new Map([
  [INTEGRATION_EVENTS_TOPIC, PUBLISHED],
  [DOORS_TOPIC, FORWARDED],
  [TEST_EVENTS_TOPIC, FORWARDED],
]);

/** Returns the limits of a topic. Topics with records of publishers, directly written or forwarded, have strict limits. */
export const limitsOf = (topic: string): Limits => (arrivesInBatches(topic) ? PUBLISHED : (LIMITS.get(topic) ?? OWN));
