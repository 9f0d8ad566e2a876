import type { ClickHouseClient } from '@clickhouse/client';
import { LOADED_COLUMNS } from './loaded-columns.ts';
import { INTEGRATIONS, ORGANIZATIONS } from './publishing.ts';

/** Rows of one insert. */
const BATCH = 100_000;
/** Milliseconds over which the events are spread. */
const SPREAD = 30 * 24 * 3_600 * 1_000;

/**
 * Fills the table with rows that are the same in every run: a few organizations and integrations have most of the events,
 * a tenth are failures, one message in a thousand is about an overdraft. All random figures come from the row's number.
 */
export async function loadRows(database: ClickHouseClient, rows: number): Promise<void> {
  for (let from = 0; from < rows; from += BATCH)
    await database.command({ query: insertRows(from, Math.min(BATCH, rows - from), rows) });
}

const insertRows = (from: number, count: number, total: number): string => `
  INSERT INTO integration_events (${LOADED_COLUMNS})
  SELECT
    concat('loaded-', toString(n)) AS id,
    1 + toUInt32(floor(${INTEGRATIONS} * pow(cityHash64(n, 1) % 10000 / 10000, 2))) AS source_id,
    1 + (source_id - 1) % ${ORGANIZATIONS} AS organization_id,
    ['payroll', 'banking', 'cards'][1 + cityHash64(n, 2) % 3] AS source_type,
    ['payrun.completed', 'payrun.started', 'transfer.sent', 'statement.imported'][1 + cityHash64(n, 3) % 4] AS event_name,
    now64(3) - toIntervalMillisecond(${SPREAD} - intDiv(n * ${SPREAD}, ${total})) AS timestamp,
    if(cityHash64(n, 4) % 10 = 0, 'FAILURE', 'SUCCESS') AS result,
    if(result = 'FAILURE', 'ERROR', 'INFO') AS severity_text,
    lower(hex(MD5(toString(n)))) AS trace_id,
    concat('{"message":"', message, '","run":', toString(n), '}') AS details,
    upper(concat(event_name, char(31), source_type, char(31), message)) AS search_text,
    0 AS kafka_partition,
    0 AS kafka_offset,
    0 AS log_epoch,
    timestamp AS published_at,
    now64(3) AS stored_at,
    0 AS insert_number,
    0 AS insert_month
  FROM (
    SELECT number + ${from} AS n, if(cityHash64(n, 5) % 1000 = 0, 'Account overdrawn', concat('Run ', toString(cityHash64(n, 6) % 1000000), ' finished for 12 employees')) AS message
    FROM numbers(${count})
  )`;
