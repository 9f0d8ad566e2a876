import { REJECTED_DAYS } from '@portico/contracts/http/rejected-events';
import type { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { bucketOf, DAY, HOUR } from '../../src/table/schema/buckets.ts';

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

const insertWindow = 'ALTER TABLE integration_events MODIFY SETTING non_replicated_deduplication_window = 1000';

const wholeParts =
  'ALTER TABLE integration_events MODIFY SETTING ttl_only_drop_parts = 1, materialize_ttl_recalculate_only = 1';

/** Creates the tables of version 0.1.0, which called rejected events refused. */
export async function makeEarlierTables(clickhouse: ClickHouse): Promise<void> {
  await clickhouse.createDatabase();
  await clickhouse.run(
    "CREATE TABLE migrations (id UInt32, name String, applied_at DateTime64(3, 'UTC') DEFAULT now64(3)) ENGINE = MergeTree ORDER BY id",
  );
  for (const statement of [integrationEvents, rejectedEvents('refused_events'), insertWindow, wholeParts])
    await clickhouse.run(statement);
  const names = ['integration_events', 'refused_events', 'insert window and retention'];
  await clickhouse.insert(
    'migrations',
    names.map((name, index) => ({ id: index + 1, name })),
  );
}

/** Creates the tables in which versions before 0.3 stored redrive runs and the used quotas. */
export async function makeEarlierRunTables(clickhouse: ClickHouse): Promise<void> {
  await clickhouse.run(`
    CREATE TABLE redrive_steps (
      run UUID, at DateTime64(6, 'UTC') DEFAULT now64(6), step LowCardinality(String), integration_id UInt32,
      organization_id UInt32, of_everyone UInt8, data String CODEC(ZSTD(1))
    )
    ENGINE = MergeTree ORDER BY (run, at) TTL toDateTime(at) + INTERVAL 90 DAY`);
  await clickhouse.run(`
    CREATE TABLE redrive_outcomes (
      run UUID, published_at DateTime64(3, 'UTC'), kafka_partition UInt32, kafka_offset UInt64,
      at DateTime64(6, 'UTC') DEFAULT now64(6), source_id UInt32, event_id String CODEC(ZSTD(1)),
      outcome LowCardinality(String), code LowCardinality(String), pointer LowCardinality(String), reason String CODEC(ZSTD(1))
    )
    ENGINE = ReplacingMergeTree ORDER BY (run, published_at, kafka_partition, kafka_offset)
    TTL toDateTime(at) + INTERVAL 90 DAY`);
  await clickhouse.run(`
    CREATE TABLE door_usage (
      day Date, integration_id UInt32, process String, bytes UInt64, minute UInt32, events UInt64, version UInt64
    )
    ENGINE = ReplacingMergeTree(version) PARTITION BY day ORDER BY (day, integration_id, process) TTL day + INTERVAL 8 DAY`);
}
