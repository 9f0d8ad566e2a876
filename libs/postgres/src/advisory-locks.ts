/** Keys of every advisory lock that the services take in their databases. */
export const ADVISORY_LOCKS = {
  /** A service's database is migrated: processes that start at once would all do it. */
  migration: 7_166_002,
  /** A key that signs product tokens is made or deleted. */
  keyRotation: 7_166_003,
  /** The views that are shared with the staff are counted. */
  staffViews: 7_166_004,
  /** The channels or rules of one owner are counted; the second key is the owner. */
  ownedRows: 7_166_005,
  /** The process of alerts that deletes old rows. */
  oldRows: 7_166_006,
  /** An e-mail that was named as a publisher is looked for among users, or the other way round; the second key is the e-mail. */
  publisherEmail: 7_166_007,
  /** The messages of one limit are counted; the second key is the limit. */
  sendings: 7_166_008,
  /** The process of events that moves rows from ClickHouse. */
  movedRows: 7_166_009,
  /** The next message of alerts is taken: processes that take at once would send two to one host. */
  nextDelivery: 7_166_010,
  /** The meter events of billing are added: processes that add at once would send a difference twice. */
  meterEvents: 7_166_011,
  /** Periods of usage begin: what cuts them is read by one process at a time. */
  usagePeriods: 7_166_012,
} as const;
