import {
  DOOR_TOPIC_PREFIX,
  DOORS_TOPIC,
  INTEGRATION_EVENTS_TOPIC,
  TEST_EVENTS_TOPIC,
} from '@portico/contracts/events/integration-event';

/** What one batch may hold. A batch or record beyond a limit is not decoded: it becomes one unreadable record. */
export type Limits = {
  /** Records of a batch, as its header claims. */
  records: number;
  /** Headers of a record. */
  headers: number;
  /** Bytes of a record's header names and values together. */
  headerBytes: number;
  /** Bytes of a record's key. */
  keyBytes: number;
};

const PUBLISHED: Limits = { records: 10_000, headers: 64, headerBytes: 16 * 1_024, keyBytes: 1_024 };
/** Published records that Portico forwarded, with headers of its own. */
const FORWARDED: Limits = { ...PUBLISHED, headers: 80, headerBytes: 20 * 1_024 };
/** What Portico writes by itself. A record there still becomes an object, so a batch cannot claim any number. */
export const OWN: Limits = {
  records: 1_000_000,
  headers: Number.POSITIVE_INFINITY,
  headerBytes: Number.POSITIVE_INFINITY,
  keyBytes: Number.POSITIVE_INFINITY,
};

/** Topics of a single integration. Their batches arrive undecoded, so that a quota is counted before the work. */
export const arrivesInBatches = (topic: string): boolean => topic.startsWith(DOOR_TOPIC_PREFIX);

const LIMITS: ReadonlyMap<string, Limits> = new Map([
  [INTEGRATION_EVENTS_TOPIC, PUBLISHED],
  [DOORS_TOPIC, FORWARDED],
  [TEST_EVENTS_TOPIC, FORWARDED],
]);

/** Limits of a topic: strict for what publishers write, and for what was forwarded of it. */
export const limitsOf = (topic: string): Limits => (arrivesInBatches(topic) ? PUBLISHED : (LIMITS.get(topic) ?? OWN));
