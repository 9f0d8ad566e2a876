/** Figures measured on 2 cores (docs/benchmarks.md). Processor times in microseconds. */
export const COSTS = {
  /** The service, for an event that it reads, judges, looks up and stores. */
  storeEvent: 13.7,
  /** ClickHouse, for an event, including merges. */
  insertEvent: 19.7,
  /** A live process, for an event that none of its viewers sees: it reads every event. */
  readLive: 7,
  /** A live process, for each event sent to a viewer. */
  sendLive: 2.95,
  /** ClickHouse, for a list with its count. */
  list: 50_000,
  /** Bytes per row, including indexes and projections. */
  bytesStored: 200,
  /** KiB of a live process per viewer. */
  viewer: 24,
  /** Maximum MiB of an events process that stores, and of another service. */
  eventsProcess: 740,
  otherProcess: 100,
} as const;

/** Assumptions. For your own deployment, replace them with your figures. */
export const ASSUMED = {
  /** Events per second on average, and people who watch at the busiest time. */
  eventsASecond: 100,
  viewers: 20,
  /** The busiest minute as a multiple of the average. */
  peak: 3,
  /** Events per second that one person's filter matches. */
  seenASecond: 5,
  /** Seconds between two lists that a person opens. */
  listEvery: 30,
  /** Bytes of an event in Kafka, its replicas, and days of retention. */
  bytesInKafka: 600,
  replicas: 3,
  kafkaDays: 7,
  /** Days of retention in ClickHouse: EVENTS_RETENTION_DAYS. */
  retentionDays: 400,
  /** Maximum use of a core by a process at the peak. */
  utilization: 0.6,
} as const;

/** Limits of the design, whatever the number of processes. */
export const BOUNDS = {
  /** Events per second that one chain of inserts stores: 25,000 rows every 0.3 s. */
  insertChain: 80_000,
  /** Partitions of the events topic, which ingest processes share. */
  partitions: 6,
  /** TB that one ClickHouse server handles easily. Beyond, merges, backups and restores take days. */
  oneServer: 10,
} as const;
