/** Keys of every advisory lock that the services take in their databases. */
export const ADVISORY_LOCKS = {
  /** Migrations of a service's database: concurrent processes would all run them. */
  migration: 7_166_002,
  /** Creation and deletion of keys that sign product tokens. */
  keyRotation: 7_166_003,
  /** Counting the views shared with the staff. */
  staffViews: 7_166_004,
  /** Counting the channels or rules of one owner; the second key is the owner. */
  ownedRows: 7_166_005,
  /** The process of alerts that deletes old rows. */
  oldRows: 7_166_006,
  /** Matching a publisher's e-mail with users; the second key is the e-mail. */
  publisherEmail: 7_166_007,
  /** Counting the messages toward a limit; the second key is the limit. */
  sendings: 7_166_008,
  /** The process of events that moves rows out of ClickHouse. */
  movedRows: 7_166_009,
  /** Taking the next message of alerts: concurrent processes would send two to one host. */
  nextDelivery: 7_166_010,
  /** Adding meter events in billing: concurrent processes would send a difference twice. */
  meterEvents: 7_166_011,
  /** Starting usage periods: one process at a time reads what limits them. */
  usagePeriods: 7_166_012,
} as const;
