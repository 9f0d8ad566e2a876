import type { ClickHouseClient } from '@clickhouse/client';
import { inBatches } from '../rows.ts';

/**
 * Statements for the table of the OpenTelemetry collector's ClickHouse exporter, with the additions of current log consoles: sorting
 * by time before service, text indexes on the lower-case body and on the attributes, and a rollup of attribute values per 15 minutes.
 */
const TABLES = [
  `CREATE TABLE otel_logs (
    Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
    TimestampTime DateTime DEFAULT toDateTime(Timestamp),
    TraceId String CODEC(ZSTD(1)),
    SpanId String CODEC(ZSTD(1)),
    TraceFlags UInt8,
    SeverityText LowCardinality(String) CODEC(ZSTD(1)),
    SeverityNumber UInt8,
    ServiceName LowCardinality(String) CODEC(ZSTD(1)),
    Body String CODEC(ZSTD(1)),
    ResourceAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
    LogAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
    INDEX trace_id TraceId TYPE bloom_filter(0.001) GRANULARITY 1,
    INDEX resource_keys mapKeys(ResourceAttributes) TYPE text(tokenizer = 'array'),
    INDEX resource_values mapValues(ResourceAttributes) TYPE text(tokenizer = 'array'),
    INDEX log_keys mapKeys(LogAttributes) TYPE text(tokenizer = 'array'),
    INDEX log_values mapValues(LogAttributes) TYPE text(tokenizer = 'array'),
    INDEX body lower(Body) TYPE text(tokenizer = 'splitByNonAlpha')
  ) ENGINE = MergeTree PARTITION BY toDate(TimestampTime)
  ORDER BY (toStartOfFiveMinutes(TimestampTime), ServiceName, Timestamp)
  SETTINGS index_granularity = 8192, ttl_only_drop_parts = 1`,
  `CREATE TABLE attribute_rollup (
    Timestamp DateTime, Key LowCardinality(String), Value String, count UInt64
  ) ENGINE = SummingMergeTree PARTITION BY toDate(Timestamp) ORDER BY (Key, Timestamp, Value)`,
  `CREATE MATERIALIZED VIEW attribute_rollup_view TO attribute_rollup AS
  SELECT toStartOfFifteenMinutes(TimestampTime) AS Timestamp, attribute.1 AS Key, attribute.2 AS Value, count() AS count
  FROM otel_logs ARRAY JOIN arrayConcat(
    arrayFilter(pair -> pair.1 NOT IN ('run', 'event.id'), CAST(LogAttributes, 'Array(Tuple(String, String))')),
    CAST(ResourceAttributes, 'Array(Tuple(String, String))'),
    [('SeverityText', toString(SeverityText)), ('ServiceName', toString(ServiceName))]) AS attribute
  GROUP BY Timestamp, Key, Value`,
];

/** Statement that converts events to the log lines that an OpenTelemetry exporter would send. */
const FROM_EVENTS = `
  INSERT INTO otel_logs (Timestamp, TraceId, SpanId, TraceFlags, SeverityText, SeverityNumber, ServiceName, Body,
    ResourceAttributes, LogAttributes)
  SELECT timestamp, trace_id, '', 0, severity_text, 9, concat('integration ', toString(source_id)),
    JSONExtractString(details, 'message'),
    map('service.name', concat('integration ', toString(source_id)), 'organization', toString(organization_id)),
    map('event.id', id, 'event.name', event_name, 'source.type', source_type, 'result', result,
      'run', toString(JSONExtractUInt(details, 'run')))
  FROM integration_events`;

export async function copyIntoLogs(database: ClickHouseClient, rows: number): Promise<void> {
  for (const query of TABLES) await database.command({ query });
  await inBatches(rows, (from, count) =>
    database.command({ query: `${FROM_EVENTS} WHERE kafka_offset >= ${from} AND kafka_offset < ${from + count}` }),
  );
}

type Disk = { rows: number; mebibytes: number; indexes: number };

/** Returns the size of tables and of their secondary indexes on disk in MiB, and the number of rows in the first table. */
export async function diskOf(database: ClickHouseClient, tables: readonly string[]): Promise<Disk> {
  const names = tables.map((name) => `'${name}'`).join(', ');
  const query = `SELECT toUInt32(sumIf(rows_of, table = '${tables[0]}')) AS rows, round(sum(bytes) / 1048576, 1) AS mebibytes,
    round(sum(index_bytes) / 1048576, 1) AS indexes
    FROM (SELECT table, sum(rows) AS rows_of, sum(bytes_on_disk) AS bytes, sum(secondary_indices_compressed_bytes) AS index_bytes
      FROM system.parts WHERE active AND database = currentDatabase() AND table IN (${names}) GROUP BY table)`;
  const answer = await database.query({ query, format: 'JSONEachRow' });
  const [disk] = await answer.json<Disk>();
  if (disk === undefined) throw new Error(`no parts of ${names}`);
  return disk;
}
