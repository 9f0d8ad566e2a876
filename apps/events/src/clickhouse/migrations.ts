import { REFUSED_DAYS } from '@portico/contracts/http/refused-events';

/** One step of the schema: statements that may be run again without harm, because two processes may run them at once. */
export type Migration = { id: number; name: string; statements: string[] };

/**
 * - `stored_at` is one moment for a whole insert, so that with it as the partition key every insert is one part, which
 *   ClickHouse writes whole or not at all.
 * - `search_text` holds what `query` looks into, already folded (see event-filter.ts); the message as written is in `details`.
 * - Projection `positions`: the highest Kafka offset of a partition without reading rows. It lives in the same part as
 *   its rows, so it cannot disagree with them. `log_epoch` grows when a topic was made anew and its offsets began again.
 * - Projection `ids`: whether an id is stored already, by primary key whatever the number of rows.
 */
const integrationEvents = `
  CREATE TABLE IF NOT EXISTS integration_events (
    id String CODEC(ZSTD(1)),
    source_id UInt32,
    organization_id UInt32,
    source_type LowCardinality(String),
    event_name LowCardinality(String),
    timestamp DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    result Enum8('SUCCESS' = 1, 'FAILURE' = 2),
    severity_text Enum8('TRACE' = 1, 'DEBUG' = 2, 'INFO' = 3, 'WARN' = 4, 'ERROR' = 5, 'FATAL' = 6),
    trace_id String CODEC(ZSTD(1)),
    details String CODEC(ZSTD(1)),
    search_text String CODEC(ZSTD(1)),
    kafka_partition UInt32,
    kafka_offset UInt64 CODEC(Delta, ZSTD(1)),
    log_epoch UInt16,
    published_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    stored_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    PROJECTION positions (SELECT kafka_partition, max((log_epoch, kafka_offset)) GROUP BY kafka_partition),
    PROJECTION ids (SELECT id ORDER BY id)
  )
  ENGINE = MergeTree
  PARTITION BY toYYYYMM(stored_at)
  ORDER BY (organization_id, timestamp)`;

/**
 * What was refused. A refusal may be told twice, after a crash: rows of one publication replace each other, so it is read
 * with FINAL, which costs little on a table of exceptions. `value` is base64, because the bytes may be no text at all.
 */
const refusedEvents = `
  CREATE TABLE IF NOT EXISTS refused_events (
    kafka_partition UInt32,
    kafka_offset UInt64,
    published_at DateTime64(3, 'UTC'),
    code LowCardinality(String),
    reason String CODEC(ZSTD(1)),
    pointer String CODEC(ZSTD(1)),
    source_id UInt32,
    organization_id UInt32,
    event_id String CODEC(ZSTD(1)),
    size UInt64,
    key String CODEC(ZSTD(1)),
    headers String CODEC(ZSTD(1)),
    value String CODEC(ZSTD(1))
  )
  ENGINE = ReplacingMergeTree
  PARTITION BY toYYYYMM(published_at)
  ORDER BY (published_at, kafka_partition, kafka_offset)
  TTL toDateTime(published_at) + INTERVAL ${REFUSED_DAYS} DAY`;

export const MIGRATIONS: readonly Migration[] = [
  { id: 1, name: 'integration_events', statements: [integrationEvents] },
  { id: 2, name: 'refused_events', statements: [refusedEvents] },
];
