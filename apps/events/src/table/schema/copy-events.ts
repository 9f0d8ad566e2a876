import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import { type Deployment, onCluster } from './deployment.ts';
import { integrationEvents } from './tables.ts';

/** The table of the version before, until its rows are copied. */
const OLD = 'integration_events_before_5';
/** Rows and bytes of one insert, about: so few that ClickHouse makes one part of them, which is there whole or not at all. */
const ROWS = 200_000;
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
/** Milliseconds until a range is tried again that is not there, and between two looks at what is under way. */
const PAUSE = 1_000;
const LOOK = 100;
/** Begins the marks of the copy's inserts. */
const MARK = 'copy';

/** Columns that both tables have. */
const SHARED = `id, source_id, organization_id, source_type, event_name, timestamp, result, severity_text, trace_id, details,
  search_text, kafka_partition, kafka_offset, log_epoch, published_at, stored_at`;

type Range = z.infer<typeof NextRange> & { from: string };

/** Of what was not copied yet, the inserts that were stored first, of one month: so many rows, and the last of them. */
const nextRange = (from: string, rows: number): string => `
  SELECT count() AS count, toYYYYMM(min(stored_at)) AS month, toString(max(stored_at)) AS to FROM (
    SELECT stored_at FROM ${OLD}
    WHERE stored_at > '${from}' AND toYYYYMM(stored_at) = (SELECT toYYYYMM(min(stored_at)) FROM ${OLD} WHERE stored_at > '${from}')
    ORDER BY stored_at LIMIT ${rows} WITH TIES
  )`;

const isIn = ({ from, to }: Range): string => `stored_at > '${from}' AND stored_at <= '${to}'`;

/**
 * What to copy next, null at the end. Depends on nothing but the rows, so that all who copy from one place copy the same:
 * ClickHouse recognises an INSERT SELECT by its mark and its rows.
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

/** How far the copy is: every insert of it is there whole or not at all, and begins where the one before it ended. */
async function progress(clickhouse: ClickHouse): Promise<z.infer<typeof Copied>> {
  const sql = 'SELECT toString(max(stored_at)) AS upTo, count() AS copied FROM integration_events';
  const [copied] = await clickhouse.rowsForSure(Copied, { sql });
  return Copied.parse(copied);
}

/**
 * Copies nothing when another process was first. Of two that begin at once ClickHouse keeps one, by their mark; but only as long
 * as both read the same parts, so an insert that is under way is waited for.
 */
const copyRange = (range: Range, attempt: number): string => `
  INSERT INTO integration_events (${SHARED}, insert_number, insert_month)
  SELECT ${SHARED}, 0, ${range.month} FROM ${OLD}
  WHERE ${isIn(range)} AND (SELECT toString(max(stored_at)) FROM integration_events) = '${range.from}'
  SETTINGS insert_deduplication_token = '${MARK} ${range.from} ${attempt}', max_block_size = 1000000, max_threads = 1,
    max_insert_block_size = 100000000, min_insert_block_size_rows = 100000000, min_insert_block_size_bytes = 4000000000,
    max_memory_usage = 0, max_execution_time = 0, materialize_skip_indexes_on_insert = 0, select_sequential_consistency = 1`;

/** Inserts of the copy that ClickHouse has under way: also those of a process that was killed. */
const underWay = {
  sql: `SELECT count() AS count FROM system.processes WHERE query_kind = 'Insert' AND query LIKE '%''${MARK} %'`,
};

async function untilNoneIsUnderWay(clickhouse: ClickHouse): Promise<void> {
  for (;;) {
    const [inserts] = await clickhouse.rows(Count, underWay);
    if (inserts?.count === 0) return;
    await sleep(LOOK);
  }
}

const namesOf = (clickhouse: ClickHouse): Promise<z.infer<typeof Table>[]> => clickhouse.rowsForSure(Table, tables);
const hasOld = async (clickhouse: ClickHouse): Promise<boolean> =>
  (await namesOf(clickhouse)).some(({ name }) => name === OLD);

/** Whether there is a table of the version before; it has its other name then. */
async function setAside(clickhouse: ClickHouse, deployment: Deployment): Promise<boolean> {
  const found = await namesOf(clickhouse);
  const [old, current] = [OLD, 'integration_events'].map((table) => found.find(({ name }) => name === table));
  if (!old && current?.isOld !== 1) return false;
  if (old?.isOld === 1) return true;
  // One under the other name that is not old is the table of this version: another process had been done before the rename.
  const [from, to] = old ? [OLD, 'integration_events'] : ['integration_events', OLD];
  await clickhouse.run(`RENAME TABLE ${from} TO ${to}${onCluster(deployment)}`).catch(async (error: unknown) => {
    // Another process was first.
    if (JSON.stringify(await namesOf(clickhouse)) === JSON.stringify(found)) throw error;
  });
  return setAside(clickhouse, deployment);
}

/**
 * Gives the table another partition key and other projections, which no ALTER can: the old one is renamed, and its rows are
 * copied in the order in which they were stored, so that a copy that was cut short continues after the last row that is there.
 * No process of the version before may store meanwhile.
 */
export async function copyEvents(clickhouse: ClickHouse, deployment: Deployment): Promise<void> {
  const logger = new Logger('Migration');
  const isCopying = await setAside(clickhouse, deployment);
  await clickhouse.run(integrationEvents(deployment));
  if (!isCopying) return;

  try {
    await copyRows(clickhouse, logger);
  } catch (error) {
    // Another process was done first.
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
      // ClickHouse had noted the mark, and crashed before it kept the rows.
      await sleep(PAUSE);
      attempt += 1;
      continue;
    }
    [from, attempt] = [upTo, 0];
    logger.log({ copied, upTo }, 'copying events into the table of this version');
  }
}
