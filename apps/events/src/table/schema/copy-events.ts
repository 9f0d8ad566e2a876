import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import { type Deployment, onCluster } from './deployment.ts';
import { integrationEvents } from './tables.ts';

/** Name of the previous version's table until its rows are copied. */
const OLD = 'integration_events_before_5';
/** Approximate rows of one insert, few enough that ClickHouse creates one part, which exists completely or not at all. */
const ROWS = 200_000;
/** Approximate bytes of one insert, few enough that ClickHouse creates one part. */
const BYTES = 256 * 1024 * 1024;

const Table = z.object({ name: z.string(), isOld: z.number() });
const tables = {
  sql: `
    SELECT table AS name, countIf(columns.name = 'insert_number') = 0 AS isOld FROM system.columns
    WHERE database = currentDatabase() AND table IN ('integration_events', '${OLD}') GROUP BY table`,
};
const Count = z.object({ count: z.number() });
const Size = z.object({ bytes: z.number() });
const NextRange = z.object({ count: z.number(), month: z.number(), to: z.string() });
const Copied = z.object({ upTo: z.string(), copied: z.number() });
/** Milliseconds to wait before a copy that stored no rows is repeated. */
const PAUSE = 1_000;
/** Milliseconds between checks of running inserts. */
const POLL_MS = 100;
/** Prefix of the copy's insert tokens. */
const MARK = 'copy';

/** Columns that both tables have. */
const SHARED = `id, source_id, organization_id, source_type, event_name, timestamp, result, severity_text, trace_id, details,
  search_text, kafka_partition, kafka_offset, log_epoch, published_at, stored_at`;

type Range = z.infer<typeof NextRange> & { from: string };

/** Selects the number, month and last storage time of the next rows to copy. These rows are in order of storing, and from one month. */
const nextRange = (from: string, rows: number): string => `
  SELECT count() AS count, toYYYYMM(min(stored_at)) AS month, toString(max(stored_at)) AS to FROM (
    SELECT stored_at FROM ${OLD}
    WHERE stored_at > '${from}' AND toYYYYMM(stored_at) = (SELECT toYYYYMM(min(stored_at)) FROM ${OLD} WHERE stored_at > '${from}')
    ORDER BY stored_at LIMIT ${rows} WITH TIES
  )`;

const isIn = ({ from, to }: Range): string => `stored_at > '${from}' AND stored_at <= '${to}'`;

/**
 * Returns the next range to copy; null at the end. The range depends only on the rows, so that all processes copy the same ranges.
 * ClickHouse detects a duplicate INSERT SELECT by its token and rows.
 */
async function rangeAfter(clickhouse: ClickHouse, from: string): Promise<Range | null> {
  const first = async (rows: number): Promise<Range> => {
    const [next] = await clickhouse.rowsForSure(NextRange, { sql: nextRange(from, rows) });
    return { from, ...NextRange.parse(next) };
  };
  const range = await first(ROWS);
  if (range.count === 0) return null;
  const sql = `SELECT sum(length(details) + length(search_text)) AS bytes FROM ${OLD} WHERE ${isIn(range)}`;
  const [{ bytes } = { bytes: 0 }] = await clickhouse.rowsForSure(Size, { sql });
  return bytes <= BYTES ? range : first(Math.max(1, Math.floor((range.count * BYTES) / bytes)));
}

/** Reads how far rows are copied: each insert exists completely or not at all, and begins where the previous insert ended. */
async function progress(clickhouse: ClickHouse): Promise<z.infer<typeof Copied>> {
  const sql = 'SELECT toString(max(stored_at)) AS upTo, count() AS copied FROM integration_events';
  const [copied] = await clickhouse.rowsForSure(Copied, { sql });
  return Copied.parse(copied);
}

/**
 * Copies a range, unless another process has already copied it. ClickHouse deduplicates concurrent inserts by token, but only if both
 * read the same parts, so a process waits for running inserts first.
 */
const copyRange = (range: Range, attempt: number): string => `
  INSERT INTO integration_events (${SHARED}, insert_number, insert_month)
  SELECT ${SHARED}, 0, ${range.month} FROM ${OLD}
  WHERE ${isIn(range)} AND (SELECT toString(max(stored_at)) FROM integration_events) = '${range.from}'
  SETTINGS insert_deduplication_token = '${MARK} ${range.from} ${attempt}', max_block_size = 1000000, max_threads = 1,
    max_insert_block_size = 100000000, min_insert_block_size_rows = 100000000, min_insert_block_size_bytes = 4000000000,
    max_memory_usage = 0, max_execution_time = 0, materialize_skip_indexes_on_insert = 0, select_sequential_consistency = 1`;

/** Counts running inserts of the copy, including inserts of a killed process. */
const underWay = {
  sql: `SELECT count() AS count FROM system.processes WHERE query_kind = 'Insert' AND query LIKE '%''${MARK} %'`,
};

async function untilNoneIsUnderWay(clickhouse: ClickHouse): Promise<void> {
  for (;;) {
    const [inserts] = await clickhouse.rows(Count, underWay);
    if (inserts?.count === 0) return;
    await sleep(POLL_MS);
  }
}

const namesOf = (clickhouse: ClickHouse): Promise<z.infer<typeof Table>[]> => clickhouse.rowsForSure(Table, tables);
const hasOld = async (clickhouse: ClickHouse): Promise<boolean> =>
  (await namesOf(clickhouse)).some(({ name }) => name === OLD);

/** Renames the previous version's table. Returns whether this table exists. */
async function setAside(clickhouse: ClickHouse, deployment: Deployment): Promise<boolean> {
  const found = await namesOf(clickhouse);
  const [old, current] = [OLD, 'integration_events'].map((table) => found.find(({ name }) => name === table));
  if (!old && current?.isOld !== 1) return false;
  if (old?.isOld === 1) return true;
  // If the table OLD is not of the previous version, another process finished first and this process renamed the new table. Renames
  // it back.
  const [from, to] = old ? [OLD, 'integration_events'] : ['integration_events', OLD];
  await clickhouse.run(`RENAME TABLE ${from} TO ${to}${onCluster(deployment)}`).catch(async (error: unknown) => {
    // Ignores the error if another process has renamed the table.
    if (JSON.stringify(await namesOf(clickhouse)) === JSON.stringify(found)) throw error;
  });
  return setAside(clickhouse, deployment);
}

/**
 * Gives the table another partition key and other projections. No ALTER can do this, so it renames the old table and copies its rows in
 * order of storing. An interrupted copy therefore continues after its last row. No process of the previous version may store events during
 * the copy.
 */
export async function copyEvents(clickhouse: ClickHouse, deployment: Deployment): Promise<void> {
  const logger = new Logger('Migration');
  const isCopying = await setAside(clickhouse, deployment);
  await clickhouse.run(integrationEvents(deployment));
  if (!isCopying) return;

  try {
    await copyRows(clickhouse, logger);
  } catch (error) {
    // Ignores the error if another process has finished the copy.
    if (await hasOld(clickhouse)) throw error;
  }
  await clickhouse.run(`DROP TABLE IF EXISTS ${OLD}${onCluster(deployment)}`);
}

async function copyRows(clickhouse: ClickHouse, logger: Logger): Promise<void> {
  for (let { upTo: from } = await progress(clickhouse), attempt = 0; ;) {
    await untilNoneIsUnderWay(clickhouse);
    const range = await rangeAfter(clickhouse, from);
    if (!range) break;
    await clickhouse.run(copyRange(range, attempt));
    const { upTo, copied } = await progress(clickhouse);
    if (upTo === from) {
      // ClickHouse had recorded the token, but crashed before it stored the rows. The next attempt has another token.
      await sleep(PAUSE);
      attempt += 1;
      continue;
    }
    [from, attempt] = [upTo, 0];
    logger.log({ copied, upTo }, 'copying events into the new table');
  }
}
