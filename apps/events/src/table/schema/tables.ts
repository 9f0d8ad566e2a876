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
 * The table of events.
 * - Rows are sorted like the list, so that a page of the newest rows reads the end of the newest parts. Granules are small, because a
 *   page has few rows.
 * - `insert_number` and `insert_month` are equal in all rows of an insert: the insert's number (see event-store.ts), and the month in
 *   which the previous insert was stored. The month is the partition key. Every insert is therefore one part, which ClickHouse writes
 *   completely or not at all. Two inserts with the same number are in the same partition, whatever the clocks of their processes, so
 *   that ClickHouse keeps only one of them.
 * - `search_text` is the case-folded text that `query` searches (see filter/resolve.ts). `details` contains the message as published.
 * - Projection `positions` contains the highest position of a Kafka partition, the arrival of the record there, and the last insert, so
 *   that no rows need to be read. It is stored in the same part as its rows, so it always agrees with them. `log_epoch` grows when a topic
 *   is recreated and its offsets begin again.
 * - Projection `identity_hashes` shows whether an event is stored (see identity-hashes.ts).
 * - Projections `by_day`, `by_day_total` and `by_hour` count events. Counts, facets and histograms read them instead of rows (see
 *   count-rows.ts, which contains the same expressions). They are stored in the parts of their rows, so they agree with the list even
 *   after a crash. With very many integrations, `by_day` has nearly one row per event, so queries across all integrations read the
 *   few rows of `by_day_total`.
 * - For column `detail_terms` and its index, see detail-terms.ts.
 * - Index `text` finds rows by any three letters, for searches of three letters or more. ClickHouse builds it when it merges parts, not
 *   when it inserts rows. A part without the index is scanned. Index `trace` and the indexes of derived fields find whole values. Index
 *   `arrival` finds rows by arrival.
 * - ClickHouse removes expired rows by whole parts, with their projections, so that counts always agree with lists.
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
 * The table of rejected events. A rejection may be published twice after a crash. ClickHouse merges rows of the same message, so the
 * table is read with FINAL, which is cheap for this small table. `value` is base64, because the bytes may not be text.
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

/** The table of test events. A row that is stored again after a crash replaces its first copy. `value`: base64. `event`: JSON or empty. */
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
 * Adds the authenticated sender of a rejected event: the integration, and its organization at that time. Both are 0 if the sender is
 * unknown, and in earlier rows, which only administrators may see. Inserts of the previous version omit both columns.
 */
export const rejectedSenders = (deployment: Deployment): string => `
  ALTER TABLE rejected_events${onCluster(deployment)}
    ADD COLUMN IF NOT EXISTS sender_id UInt32 AFTER event_id,
    ADD COLUMN IF NOT EXISTS sender_organization_id UInt32 AFTER sender_id`;

/**
 * The table with the last stored position and the last insert of each Kafka partition before rows were erased. The ingest normally derives
 * both from rows. Without this table, after the last rows were erased, the ingest would read their events again and reuse the number of an
 * insert.
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

/** The table of applied migration steps. */
export const appliedSteps = (deployment: Deployment): string => `
  CREATE TABLE IF NOT EXISTS migrations${onCluster(deployment)}
    (id UInt32, name String, applied_at DateTime64(3, 'UTC') DEFAULT now64(3))
  ENGINE = ${engine(deployment)} ORDER BY id`;
