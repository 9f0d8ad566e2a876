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
    SELECT name, NOT has(
      (SELECT groupArray(name) FROM system.columns WHERE database = currentDatabase() AND table = 'integration_events'),
      'insert_number') AS isOld
    FROM system.tables WHERE database = currentDatabase() AND name IN ('integration_events', '${OLD}')`,
};
const Size = z.object({ rowBytes: z.number() });
const sizeOfRow = {
  sql: `
    SELECT toFloat64(sum(data_uncompressed_bytes)) / greatest(sum(rows), 1) AS rowBytes
    FROM system.parts WHERE active AND database = currentDatabase() AND table = '${OLD}'`,
};
const Count = z.object({ count: z.number() });
const NextRange = z.object({ count: z.number(), month: z.number(), to: z.string() });
const Last = z.object({ at: z.string() });
const lastCopied = { sql: 'SELECT toString(max(stored_at)) AS at FROM integration_events' };
/** Milliseconds until it is looked again whether a copied range is there. */
const PAUSE = 1_000;

/** Columns that both tables have. */
const SHARED = `id, source_id, organization_id, source_type, event_name, timestamp, result, severity_text, trace_id, details,
  search_text, kafka_partition, kafka_offset, log_epoch, published_at, stored_at`;

type Range = { from: string; to: string; month: number; count: number };

/** Of what was not copied yet, the inserts that were stored first, of one month: so many rows, and the last of them. */
const nextRange = (from: string, rows: number): string => `
  SELECT count() AS count, toYYYYMM(min(stored_at)) AS month, toString(max(stored_at)) AS to FROM (
    SELECT stored_at FROM ${OLD}
    WHERE stored_at > '${from}' AND toYYYYMM(stored_at) = (SELECT toYYYYMM(min(stored_at)) FROM ${OLD} WHERE stored_at > '${from}')
    ORDER BY stored_at LIMIT ${rows} WITH TIES
  )`;

/** Of two processes that copy at once ClickHouse keeps one insert; a mark that was noted without its rows is given up. */
async function copyRange(clickhouse: ClickHouse, { from, to, month, count }: Range): Promise<void> {
  const isIn = `stored_at > '${from}' AND stored_at <= '${to}'`;
  for (let attempt = 0; ; attempt += 1) {
    await clickhouse.run(`
      INSERT INTO integration_events (${SHARED}, insert_number, insert_month)
      SELECT ${SHARED}, 0, ${month} FROM ${OLD} WHERE ${isIn}
      SETTINGS insert_deduplication_token = 'copy ${from} ${attempt}', max_block_size = 1000000, max_threads = 1,
        max_insert_block_size = 100000000, min_insert_block_size_rows = 100000000, min_insert_block_size_bytes = 4000000000,
        max_memory_usage = 0, materialize_skip_indexes_on_insert = 0`);
    const sql = `SELECT count() AS count FROM integration_events WHERE ${isIn}`;
    const [copied] = await clickhouse.rowsForSure(Count, { sql });
    if (copied?.count === count) return;
    await sleep(PAUSE);
  }
}

const hasOld = async (clickhouse: ClickHouse): Promise<boolean> =>
  (await clickhouse.rowsForSure(Table, tables)).some(({ name }) => name === OLD);

/** Whether there is a table of the version before; it has its other name then. */
async function setAside(clickhouse: ClickHouse, deployment: Deployment): Promise<boolean> {
  const names = await clickhouse.rowsForSure(Table, tables);
  if (names.some(({ name }) => name === OLD)) return true;
  if (!names.some(({ name, isOld }) => name === 'integration_events' && isOld === 1)) return false;
  await clickhouse
    .run(`RENAME TABLE integration_events TO ${OLD}${onCluster(deployment)}`)
    .catch(async (error: unknown) => {
      // Another process was first.
      if (!(await hasOld(clickhouse))) throw error;
    });
  return true;
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
  const [size] = await clickhouse.rows(Size, sizeOfRow);
  const rows = Math.min(ROWS, Math.max(1, Math.floor(BYTES / Math.max(1, size?.rowBytes ?? 1))));
  const [last] = await clickhouse.rowsForSure(Last, lastCopied);
  for (let from = last?.at ?? '', copied = 0; ;) {
    const [next] = await clickhouse.rows(NextRange, { sql: nextRange(from, rows) });
    if (!next || next.count === 0) break;
    await copyRange(clickhouse, { from, ...next });
    from = next.to;
    copied += next.count;
    logger.log({ copied, upTo: next.to }, 'copying events into the table of this version');
  }
}
