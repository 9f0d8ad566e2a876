import { DOOR_TOPIC_PREFIX, INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';

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

const FOREIGN: Limits = { records: 10_000, headers: 64, headerBytes: 16 * 1_024, keyBytes: 1_024 };
/** Portico writes these topics itself. A record there still becomes an object, so a header cannot claim any number. */
export const OWN: Limits = {
  records: 1_000_000,
  headers: Number.POSITIVE_INFINITY,
  headerBytes: Number.POSITIVE_INFINITY,
  keyBytes: Number.POSITIVE_INFINITY,
};

/** Topics of a single integration. Their batches arrive undecoded, so that a quota is counted before the work. */
export const arrivesInBatches = (topic: string): boolean => topic.startsWith(DOOR_TOPIC_PREFIX);

/** Limits of a topic: strict where publishers write. */
export const limitsOf = (topic: string): Limits =>
  topic === INTEGRATION_EVENTS_TOPIC || arrivesInBatches(topic) ? FOREIGN : OWN;
