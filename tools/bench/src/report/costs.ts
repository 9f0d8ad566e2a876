/** What was measured on 2 cores (docs/benchmarks.md). Processor times in microseconds. */
export const COSTS = {
  /** Of the service for an event that is read, judged, looked up and stored. */
  storeEvent: 13.7,
  /** Of ClickHouse for it, merges included. */
  insertEvent: 19.7,
  /** Of a live process for an event that none of its viewers sees: it reads every event. */
  readLive: 7,
  /** Of a live process for an event that one viewer sees. */
  sendLive: 2.95,
  /** Of ClickHouse for a list with its count. */
  list: 50_000,
  /** Bytes of a row, indexes and projections in it. */
  bytesStored: 200,
  /** KiB of a live process for one viewer. */
  viewer: 24,
  /** MiB of an events process that stores, at most; of another service. */
  eventsProcess: 740,
  otherProcess: 100,
} as const;

/** What is taken for granted; who sizes their own puts their figures here. */
export const ASSUMED = {
  /** Events a second on average, people who watch at the busiest time. */
  eventsASecond: 100,
  viewers: 20,
  /** The busiest minute beside the average. */
  peak: 3,
  /** Events a second that one person's filter lets through. */
  seenASecond: 5,
  /** Seconds from one list to the next that a person opens. */
  listEvery: 30,
  /** Bytes of an event in Kafka, copies of it, days that it is kept. */
  bytesInKafka: 600,
  replicas: 3,
  kafkaDays: 7,
  /** Days that ClickHouse keeps an event: EVENTS_RETENTION_DAYS. */
  retentionDays: 400,
  /** Of a core that a process may be busy at the peak. */
  utilization: 0.6,
} as const;

/** Bounds of the design, whatever the number of processes. */
export const BOUNDS = {
  /** Events a second that one chain of inserts stores: 25,000 rows a round of some 0.3 s. */
  insertChain: 80_000,
  /** Processes among which the partitions of the events topic are divided. */
  partitions: 6,
  /** TB that one ClickHouse server holds without ado: merges, backups and restores of more take days. */
  oneServer: 10,
} as const;
