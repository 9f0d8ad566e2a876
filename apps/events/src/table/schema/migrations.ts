import { bucketOf, DAY, HOUR } from './buckets.ts';
import { REJECTED_DAYS } from '@portico/contracts/http/rejected-events';

/** One step of the schema: statements that may be run again without harm, because two processes may run them at once. */
export type Migration = { id: number; name: string; statements: string[] };

/**
 * - `stored_at` is one moment for a whole insert, so that with it as the partition key every insert is one part, which
 *   ClickHouse writes whole or not at all.
 * - `search_text` holds what `query` looks into, already folded (see filter/resolve.ts); the message as written is in `details`.
 * - Projection `positions`: the highest Kafka offset of a partition without reading rows. It lives in the same part as
 *   its rows, so it cannot disagree with them. `log_epoch` grows when a topic was recreated and its offsets began again.
 * - Projection `ids`: whether an id is stored already, by primary key. Ids are of any form and lie anywhere in it, so a
 *   look-up reads something for each: little at a time, and a number, not the id (see stored-ids.ts).
 * - Projections `by_day` and `by_hour`: how many events of which kind; counts, facets and histograms read them instead of
 *   rows (see count-rows.ts, which writes the same expressions). Like all projections they live in the part of their
 *   rows, so no crash can make them disagree with the list.
 * - Indexes `text` and `trace`: which rows hold any three letters, for searches of three letters or more. They are made
 *   when parts are merged, not when rows are inserted: a part that is still without them is read as it is.
 * - Rows lie in the order in which they are listed, so that a page of the newest reads the end of the newest parts.
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
    id_hash UInt64 MATERIALIZED cityHash64(id) CODEC(NONE),
    PROJECTION positions (SELECT kafka_partition, max((log_epoch, kafka_offset)) GROUP BY kafka_partition),
    PROJECTION ids (SELECT id_hash, id ORDER BY id_hash)
      WITH SETTINGS (index_granularity = 128, min_compress_block_size = 4096),
    PROJECTION by_day (
      SELECT ${bucketOf(DAY)}, organization_id, source_id, source_type, event_name, severity_text, result, count()
      GROUP BY ${bucketOf(DAY)}, organization_id, source_id, source_type, event_name, severity_text, result
    ),
    PROJECTION by_hour (
      SELECT ${bucketOf(HOUR)}, organization_id, source_id, source_type, severity_text, result, count()
      GROUP BY ${bucketOf(HOUR)}, organization_id, source_id, source_type, severity_text, result
    ),
    INDEX text search_text TYPE text(tokenizer = ngrams(3)),
    INDEX trace trace_id TYPE text(tokenizer = ngrams(3))
  )
  ENGINE = MergeTree
  PARTITION BY toYYYYMM(stored_at)
  PRIMARY KEY timestamp
  ORDER BY (timestamp, kafka_partition, kafka_offset, log_epoch)`;

/**
 * What was rejected. A rejection may be published twice, after a crash: rows of one publication replace each other, so it is read
 * with FINAL, which costs little on a table of exceptions. `value` is base64, because the bytes may be no text at all.
 */
const rejectedEvents = (name: string): string => `
  CREATE TABLE IF NOT EXISTS ${name} (
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
  TTL toDateTime(published_at) + INTERVAL ${REJECTED_DAYS} DAY`;

/** How many inserts back one is recognised that was marked like another (see event-store.ts). */
const insertWindow = 'ALTER TABLE integration_events MODIFY SETTING non_replicated_deduplication_window = 1000';

/** What is too old goes by whole parts, and with its projections: nothing that is counted can disagree with what is listed. */
const wholeParts =
  'ALTER TABLE integration_events MODIFY SETTING ttl_only_drop_parts = 1, materialize_ttl_recalculate_only = 1';

/**
 * The rows of the table under its first name, as links to its parts, however many there are; run again, the rows replace
 * each other. The old table stays for processes of the version before, and is emptied by its TTL: what they still store
 * there, this version reads from the topic, with a consumer group of its own.
 */
const keepRejectedEvents = 'ALTER TABLE rejected_events ATTACH PARTITION ALL FROM refused_events';

export const MIGRATIONS: readonly Migration[] = [
  { id: 1, name: 'integration_events', statements: [integrationEvents] },
  { id: 2, name: 'refused_events', statements: [rejectedEvents('refused_events')] },
  { id: 3, name: 'insert window and retention', statements: [insertWindow, wholeParts] },
  {
    id: 4,
    name: 'rejected_events',
    statements: [rejectedEvents('rejected_events'), keepRejectedEvents],
  },
];
