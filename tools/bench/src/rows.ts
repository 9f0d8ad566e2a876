import type { ClickHouseClient } from '@clickhouse/client';
import { INTEGRATIONS, ORGANIZATIONS } from './publishing.ts';
import { say, thousands } from './table.ts';

const BATCH = 250_000;
/** Number of days over which the events are spread. The last day is today. */
const DAYS = 30;
const SPREAD = DAYS * 24 * 3_600 * 1_000;
const TRACES = 100;

/** First partition number of loaded rows. Rows from Kafka have other numbers: within one partition, later rows must have higher offsets. */
const LOADED_PARTITION = 1_000;

/** Columns that a loaded row sets. The table computes the others. */
const COLUMNS = `id, source_id, organization_id, source_type, event_name, timestamp, result, severity_text, trace_id,
  details, search_text, kafka_partition, kafka_offset, log_epoch, published_at, stored_at, insert_number, insert_month`;

/** Calls `insert` for consecutive ranges of up to `BATCH` rows. */
export async function inBatches(
  rows: number,
  insert: (from: number, count: number) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows; from += BATCH) {
    await insert(from, Math.min(BATCH, rows - from));
    say(`${thousands(Math.min(from + BATCH, rows))} rows`);
  }
}

/**
 * Fills the table with the same rows in every run, except for their times, which are relative to now. The first integrations have most
 * of the events. Each integration has one type and its own failure rate. Some event names are common, one message in 100,000 is about
 * an overdraft, and three events form a trace. Random values are hashes of the row number. The table's parts have text indexes, as
 * after one merge.
 */
export const loadEvents = (database: ClickHouseClient, rows: number): Promise<void> =>
  inBatches(rows, (from, count) => database.command({ query: insertStatement(from, count, rows) }));

export async function tracesOf(database: ClickHouseClient, rows: number): Promise<string[]> {
  const numbers = Array.from({ length: TRACES }, (_, index) => Math.floor((rows / TRACES) * (index + 0.5)));
  const query = `SELECT [${numbers.map(traceOf).join(', ')}] AS traces`;
  const answer = await database.query({ query, format: 'JSONEachRow' });
  const [row] = await answer.json<{ traces: string[] }>();
  return row?.traces ?? [];
}

const traceOf = (row: number | string): string => `lower(hex(MD5(toString(intDiv(${row}, 3)))))`;

const random = (seed: number, below: number): string => `cityHash64(n, ${seed}) % ${below}`;

const insertStatement = (from: number, count: number, total: number): string => `
  INSERT INTO integration_events (${COLUMNS})
  SELECT
    concat('loaded-', lower(hex(MD5(toString(n))))) AS id,
    1 + toUInt32(floor(${INTEGRATIONS} * pow((${random(1, 100_000)}) / 100000, 2.2))) AS source_id,
    1 + (source_id - 1) % ${ORGANIZATIONS} AS organization_id,
    ['payroll', 'banking', 'cards', 'ledger', 'invoices', 'expenses'][1 + source_id % 6] AS source_type,
    concat(source_type, ['.created', '.updated', '.sent', '.imported', '.completed', '.started', '.synced', '.matched']
      [1 + toUInt32(floor(8 * pow((${random(3, 1_000)}) / 1000, 1.5)))]) AS event_name,
    now64(3) - toIntervalMillisecond(${SPREAD} - intDiv(n * ${SPREAD}, ${total}) + ${random(9, 2_000)}) AS timestamp,
    if(${random(4, 100)} < 2 + source_id % 17, 'FAILURE', 'SUCCESS') AS result,
    multiIf(result = 'SUCCESS', ['INFO', 'INFO', 'INFO', 'INFO', 'INFO', 'INFO', 'DEBUG', 'WARN'][1 + ${random(5, 8)}],
      ${random(5, 20)} = 0, 'FATAL', 'ERROR') AS severity_text,
    ${traceOf('n')} AS trace_id,
    concat('{"message":"', message, '","run":', toString(n), '}') AS details,
    upper(concat(event_name, char(31), source_type, char(31), message)) AS search_text,
    ${LOADED_PARTITION} + organization_id % 3 AS kafka_partition,
    n AS kafka_offset,
    0 AS log_epoch,
    timestamp + toIntervalMillisecond(${random(7, 300)}) AS published_at,
    published_at + toIntervalMillisecond(300) AS stored_at,
    0 AS insert_number,
    0 AS insert_month
  FROM (
    SELECT number + ${from} AS n, multiIf(
      ${random(6, 100_000)} = 0, concat('Account ', toString(${random(8, 100_000)}), ' is overdrawn'),
      ${random(6, 5)} = 0, concat('Statement of ', ['Northwind', 'Contoso', 'Fabrikam', 'Initech'][1 + ${random(10, 4)}],
        ' imported, ', toString(${random(8, 900)}), ' lines'),
      ${random(6, 5)} = 1, concat('Transfer ', toString(${random(8, 10_000_000)}), ' accepted'),
      concat('Run ', toString(${random(8, 1_000_000)}), ' finished for ', toString(${random(10, 200)}), ' employees')) AS message
    FROM numbers(${count})
  )`;
