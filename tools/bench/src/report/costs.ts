/** Costs, measured on 2 cores (docs/benchmarks.md). Processor times are in microseconds. */
export const COSTS = {
  /** Processor time of the ingest process per event, for reading, validating, looking up and storing. */
  storeEvent: 14.1,
  /** Processor time of ClickHouse per inserted event, including merges. */
  insertEvent: 13.1,
  /** Processor time of a live process per event without viewers. A live process reads every event. */
  readLive: 7,
  /** Processor time of a live process per event and viewer that it sends the event to. */
  sendLive: 2.95,
  /** Processor time of ClickHouse per list with its count. */
  list: 50_000,
  /** Bytes on disk per event in ClickHouse, including indexes and projections. */
  bytesStored: 200,
  /** KiB of memory per viewer in a live process. */
  viewer: 24,
  /** Maximum memory in MiB of an events process that stores events. `otherProcess`: the same for a process of another service. */
  eventsProcess: 740,
  otherProcess: 100,
} as const;

/** Assumed load. For your own deployment, replace these values with your figures. */
export const ASSUMED = {
  /** Average number of events per second. `viewers`: number of people who watch at the busiest time. */
  eventsASecond: 100,
  viewers: 20,
  /** The busiest minute as a multiple of the average. */
  peak: 3,
  /** Events per second that match the filter of one viewer. */
  seenASecond: 5,
  /** Seconds between two lists that a person opens. */
  listEvery: 30,
  /** Bytes of an event in Kafka. `replicas` and `kafkaDays`: copies of an event, and days of retention in Kafka. */
  bytesInKafka: 600,
  replicas: 3,
  kafkaDays: 7,
  /** Days of retention in ClickHouse (EVENTS_RETENTION_DAYS). */
  retentionDays: 400,
  /** Maximum share of a core that a process may use at the peak. */
  utilization: 0.6,
} as const;

/** Limits of the design, which more processes do not raise. */
export const BOUNDS = {
  /** Maximum events per second if one insert follows the other: about 25,000 rows every 0.3 s. */
  insertChain: 80_000,
  /** Partitions of the events topic, which is also the maximum number of ingest processes that read. */
  partitions: 6,
  /** TB that one ClickHouse server handles easily. With more data, merges, backups and restores take days. */
  oneServer: 10,
} as const;
