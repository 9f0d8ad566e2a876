import {
  DOOR_TOPIC_PREFIX,
  DOORS_TOPIC,
  INTEGRATION_EVENTS_TOPIC,
  TEST_EVENTS_TOPIC,
} from '@portico/contracts/events/integration-event';

/** Limits of one batch. A batch or record that exceeds one is not decoded and becomes one unreadable record. */
export type Limits = {
  /** Records of a batch, as stated in its header. */
  records: number;
  /** Headers of a record. */
  headers: number;
  /** Total bytes of a record's header names and values. */
  headerBytes: number;
  /** Bytes of a record's key. */
  keyBytes: number;
};

const PUBLISHED: Limits = { records: 10_000, headers: 64, headerBytes: 16 * 1_024, keyBytes: 1_024 };
/** For published records that Portico forwarded, with additional headers. */
const FORWARDED: Limits = { ...PUBLISHED, headers: 80, headerBytes: 20 * 1_024 };
/** For records that only Portico writes. The number of records is still limited, because each one becomes an object. */
export const OWN: Limits = {
  records: 1_000_000,
  headers: Number.POSITIVE_INFINITY,
  headerBytes: Number.POSITIVE_INFINITY,
  keyBytes: Number.POSITIVE_INFINITY,
};

/** Whether a topic belongs to a single integration. Its batches arrive undecoded, so that quotas are checked before decoding. */
export const arrivesInBatches = (topic: string): boolean => topic.startsWith(DOOR_TOPIC_PREFIX);

const LIMITS: ReadonlyMap<string, Limits> = new Map([
  [INTEGRATION_EVENTS_TOPIC, PUBLISHED],
  [DOORS_TOPIC, FORWARDED],
  [TEST_EVENTS_TOPIC, FORWARDED],
]);

/** Limits of a topic. They are strict for what publishers write, also after it was forwarded. */
export const limitsOf = (topic: string): Limits => (arrivesInBatches(topic) ? PUBLISHED : (LIMITS.get(topic) ?? OWN));
