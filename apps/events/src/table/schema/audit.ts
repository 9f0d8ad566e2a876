import { AUDIT_DAYS } from '@portico/contracts/http/audit';
import { type Deployment, engine, onCluster } from './deployment.ts';

/** Columns for filtering entries, derived from column `entry`. Queries return only `entry`. */
export const EXTRACTED = {
  id: ['String', "JSONExtractString(entry, 'id')"],
  time: ["DateTime64(3, 'UTC')", "parseDateTime64BestEffort(JSONExtractString(entry, 'time'), 3, 'UTC')"],
  action: ['LowCardinality(String)', "JSONExtractString(entry, 'action')"],
  outcome: ['LowCardinality(String)', "JSONExtractString(entry, 'outcome')"],
  actor_id: ['UInt32', "JSONExtractUInt(entry, 'actor', 'id')"],
  request_id: ['String', "JSONExtractString(entry, 'requestId')"],
  targets: ['Array(String)', "JSONExtract(entry, 'targets', 'Array(String)')"],
  organizations: ['Array(UInt32)', "JSONExtract(entry, 'organizations', 'Array(UInt32)')"],
} as const;

/** The retention rule. All rows of a day have the same `kept_days`. */
const RULE = 'day + toIntervalDay(kept_days)';

/**
 * The table of the audit log; chain.ts describes how its rows are linked. Hashes exclude `actor_email`, because a deleted person's email
 * is erased. A row that is stored again after a crash replaces its first copy. ClickHouse removes expired days when it merges parts.
 */
export const auditTable = (deployment: Deployment): string => `
  CREATE TABLE IF NOT EXISTS audit${onCluster(deployment)} (
    chain UInt32,
    day Date,
    position UInt32,
    entry String CODEC(ZSTD(1)),
    previous String CODEC(ZSTD(1)),
    hash String CODEC(ZSTD(1)),
    actor_email String CODEC(ZSTD(1)),
    kept_days UInt16 DEFAULT ${AUDIT_DAYS},
    ${Object.entries(EXTRACTED)
      .map(([name, [type, expression]]) => `${name} ${type} MATERIALIZED ${expression}`)
      .join(',\n    ')},
    INDEX ids id TYPE bloom_filter(0.01),
    INDEX times time TYPE minmax,
    INDEX requests request_id TYPE bloom_filter(0.01)
  )
  ENGINE = ${engine(deployment, 'Replacing')}
  PARTITION BY toYYYYMM(day)
  ORDER BY (chain, day, position)
  TTL ${RULE}
  SETTINGS index_granularity = 1024`;

/** Adds the column with the number of retention days to an earlier table. Existing rows keep their retention. */
export const auditRetention = (deployment: Deployment): string[] => [
  `ALTER TABLE audit${onCluster(deployment)} ADD COLUMN IF NOT EXISTS kept_days UInt16 DEFAULT ${AUDIT_DAYS} AFTER actor_email`,
  `ALTER TABLE audit${onCluster(deployment)} MODIFY TTL ${RULE}`,
];
