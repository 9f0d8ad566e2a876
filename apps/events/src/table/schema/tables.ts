import { RESULTS, SEVERITIES } from '@portico/contracts/events/choices';
import { REJECTED_DAYS } from '@portico/contracts/http/rejected-events';
import { TEST_DAYS } from '@portico/contracts/http/test-events';
import { ARRIVAL_INDEX } from './arrival-index.ts';
import { bucketOf, DAY, HOUR } from './buckets.ts';
import { type Deployment, engine, insertWindow, onCluster } from './deployment.ts';
import { derivedColumns, derivedIndexes } from './derived-columns.ts';
import { identityColumn, identityProjection } from './identity-hashes.ts';
import { enumType } from './types.ts';

/**
 * - Rows lie in the order in which they are listed, so that a page of the newest reads the end of the newest parts; small
 *   granules, because a page is a few rows.
 * - `insert_number` and `insert_month` are one for a whole insert: its number in the chain (see event-store.ts), and the month
 *   in which the insert before it was stored. With the month as the partition key every insert is one part, which ClickHouse
 *   writes whole or not at all, and two inserts that claim the same number lie in the same partition, whatever the clocks of
 *   their processes say: there ClickHouse keeps one of them.
 * - `search_text` holds what `query` looks into, already folded (see filter/resolve.ts); the message as written is in `details`.
 * - Projection `positions`: the highest position of a partition, what recognises its record, and the last insert, without
 *   reading rows. It lives in the same part as its rows, so it cannot disagree with them. `log_epoch` grows when a topic was
 *   recreated and its offsets began again.
 * - Projection `identity_hashes`: whether an event is stored (see identity-hashes.ts).
 * - Projections `by_day`, `by_day_total` and `by_hour`: how many events of which kind; counts, facets and histograms read them instead of
 *   rows (see count-rows.ts, which writes the same expressions). Like all projections they live in the part of their
 *   rows, so no crash can make them disagree with the list. With very many integrations `by_day` has nearly a row an event;
 *   what is asked across all of them is answered from the few rows of `by_day_total`.
 * - Column `detail_terms` and its index: see detail-terms.ts.
 * - Index `text`: which rows hold any three letters, for searches of three letters or more. It is made when parts are merged,
 *   not when rows are inserted: a part that is still without it is read as it is. Index `trace` and those of
 *   derived fields find whole values, index `arrival` what arrived in a period.
 * - What is too old goes by whole parts, and with its projections: nothing that is counted can disagree with what is listed.
 */
export const integrationEvents = (deployment: Deployment): string => `
  CREATE TABLE IF NOT EXISTS integration_events${onCluster(deployment)} (
    id String CODEC(ZSTD(1)),
    source_id UInt32,
    organization_id UInt32,
    source_type LowCardinality(String),
    event_name LowCardinality(String),
    timestamp DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    result ${enumType(RESULTS)},
    severity_text ${enumType(SEVERITIES)},
    trace_id String CODEC(ZSTD(1)),
    ${derivedColumns},
    details String CODEC(ZSTD(1)),
    search_text String CODEC(ZSTD(1)),
    ${identityColumn},
    kafka_partition UInt32,
    kafka_offset UInt64 CODEC(Delta, ZSTD(1)),
    log_epoch UInt16,
    published_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    stored_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    insert_number UInt64 CODEC(Delta, ZSTD(1)),
    insert_month UInt32 CODEC(ZSTD(1)),
    PROJECTION positions (
      SELECT kafka_partition, max((log_epoch, kafka_offset, published_at)), max((insert_number, stored_at))
      GROUP BY kafka_partition
    ),
    PROJECTION ${identityProjection},
    PROJECTION by_day (
      SELECT ${bucketOf(DAY)}, organization_id, source_id, source_type, event_name, severity_text, result, count()
      GROUP BY ${bucketOf(DAY)}, organization_id, source_id, source_type, event_name, severity_text, result
    ),
    PROJECTION by_day_total (
      SELECT ${bucketOf(DAY)}, source_type, severity_text, result, count()
      GROUP BY ${bucketOf(DAY)}, source_type, severity_text, result
    ),
    PROJECTION by_hour (
      SELECT ${bucketOf(HOUR)}, organization_id, source_id, source_type, severity_text, result, count()
      GROUP BY ${bucketOf(HOUR)}, organization_id, source_id, source_type, severity_text, result
    ),
    INDEX text search_text TYPE text(tokenizer = ngrams(3)),
    INDEX trace trace_id TYPE bloom_filter(0.01),
    ${derivedIndexes},
    ${ARRIVAL_INDEX}
  )
  ENGINE = ${engine(deployment)}
  PARTITION BY insert_month
  PRIMARY KEY timestamp
  ORDER BY (timestamp, kafka_partition, log_epoch, kafka_offset)
  SETTINGS ${[
    ...insertWindow(deployment),
    'index_granularity = 2048',
    'ttl_only_drop_parts = 1',
    'materialize_ttl_recalculate_only = 1',
  ].join(', ')}`;

/**
 * Rejected events. A rejection may be published twice after a crash: rows of one publication merge, so it is read with FINAL, which
 * is cheap for this small table. `value` is base64, because the bytes may not be text.
 */
export const rejectedEvents = (deployment: Deployment): string => `
  CREATE TABLE IF NOT EXISTS rejected_events${onCluster(deployment)} (
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
  ENGINE = ${engine(deployment, 'Replacing')}
  PARTITION BY toYYYYMM(published_at)
  ORDER BY (published_at, kafka_partition, kafka_offset)
  TTL toDateTime(published_at) + INTERVAL ${REJECTED_DAYS} DAY`;

/** Test events. A row stored again after a crash replaces itself. `value` is base64, `event` JSON or empty. */
export const testEvents = (deployment: Deployment): string => `
  CREATE TABLE IF NOT EXISTS test_events${onCluster(deployment)} (
    kafka_partition UInt32,
    kafka_offset UInt64,
    published_at DateTime64(3, 'UTC'),
    source_id UInt32,
    organization_id UInt32,
    event_id String CODEC(ZSTD(1)),
    code LowCardinality(String),
    reason String CODEC(ZSTD(1)),
    pointer String CODEC(ZSTD(1)),
    event String CODEC(ZSTD(1)),
    value String CODEC(ZSTD(1))
  )
  ENGINE = ${engine(deployment, 'Replacing')}
  PARTITION BY toDate(published_at)
  ORDER BY (published_at, kafka_partition, kafka_offset)
  TTL toDateTime(published_at) + INTERVAL ${TEST_DAYS} DAY`;

/**
 * For events from a door: the sending integration, and its organization at that time; 0 without one, and in earlier rows, which only
 * administrators may see. Inserts of the previous version omit both.
 */
export const rejectedSenders = (deployment: Deployment): string => `
  ALTER TABLE rejected_events${onCluster(deployment)}
    ADD COLUMN IF NOT EXISTS sender_id UInt32 AFTER event_id,
    ADD COLUMN IF NOT EXISTS sender_organization_id UInt32 AFTER sender_id`;

/**
 * For each Kafka partition, the last place and the last insert before rows were erased. The ingest derives both from rows; without
 * this table it would read events again, or reuse an insert's number, if the last rows were erased.
 */
export const erasedPlaces = (deployment: Deployment): string => `
  CREATE TABLE IF NOT EXISTS erased_places${onCluster(deployment)} (
    kafka_partition UInt32,
    log_epoch UInt16,
    kafka_offset UInt64,
    published_at DateTime64(3, 'UTC'),
    insert_number UInt64,
    stored_at DateTime64(3, 'UTC')
  )
  ENGINE = ${engine(deployment, 'Replacing')} ORDER BY (kafka_partition, log_epoch, kafka_offset, insert_number)`;

/** The applied steps of the schema. */
export const appliedSteps = (deployment: Deployment): string => `
  CREATE TABLE IF NOT EXISTS migrations${onCluster(deployment)}
    (id UInt32, name String, applied_at DateTime64(3, 'UTC') DEFAULT now64(3))
  ENGINE = ${engine(deployment)} ORDER BY id`;
