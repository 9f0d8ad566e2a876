/** Keys of the advisory locks that the services take in their databases. */
export const ADVISORY_LOCKS = {
  /** Migrating a service's database. Without the lock, concurrent processes would run the same migration. */
  migration: 7_166_002,
  /** Creating and deleting keys that sign product tokens. */
  keyRotation: 7_166_003,
  /** Counting the views shared with the staff. */
  staffViews: 7_166_004,
  /** Counting the channels or rules of one owner; the second key is the owner. */
  ownedRows: 7_166_005,
  /** Deleting old rows in alerts: one process at a time. */
  oldRows: 7_166_006,
  /** Matching a publisher's e-mail with users; the second key is the e-mail. */
  publisherEmail: 7_166_007,
  /** Counting the messages toward a limit; the second key is the limit. */
  sendings: 7_166_008,
  /** Moving rows from ClickHouse to PostgreSQL in events: one process at a time. */
  movedRows: 7_166_009,
  /** Taking the next message to send in alerts. Without the lock, concurrent processes could send two messages to one host. */
  nextDelivery: 7_166_010,
  /** Adding meter events in billing. Without the lock, concurrent processes would send the same usage twice. */
  meterEvents: 7_166_011,
  /** Starting usage periods: one process at a time reads the boundaries of the existing periods. */
  usagePeriods: 7_166_012,
} as const;
