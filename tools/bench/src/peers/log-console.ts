import type { ClickHouseClient } from '@clickhouse/client';

const PAGE = 10;
/** Lengths in hours of the time windows that a log console queries one after the other, newest first, until the page is full. */
const WINDOWS = [6, 6, 12, 24];
const DAYS = 30;

const COLUMNS = 'Timestamp, TraceId, SeverityText, ServiceName, Body, ResourceAttributes, LogAttributes';

/** A page of lines. `hours`: age of the oldest line, by default 30 days. `atOnce`: query one window instead of several. */
type LogPage = { where: string; hours?: number; atOnce?: boolean };

export type LogQuestion = {
  page?: LogPage;
  /** Statement for the exact number of lines. In a question without a page, the only statement. */
  count?: string;
};

const hoursBack = (hours: number): string => `toDateTime64('${momentOf(hours)}', 3, 'UTC')`;
const momentOf = (hours: number): string =>
  new Date(Date.now() - hours * 3_600_000).toISOString().replace('T', ' ').slice(0, -1);
export const within = (hours: number): string => `Timestamp >= ${hoursBack(hours)}`;
export const ALL = within(24 * DAYS);
export const countWhere = (where: string, hours = 24 * DAYS): string =>
  `SELECT count() FROM otel_logs WHERE ${within(hours)} AND (${where})`;

export async function answer(database: ClickHouseClient, query: string): Promise<unknown[]> {
  const result = await database.query({
    query: `${query} SETTINGS use_query_condition_cache = 0`,
    format: 'JSONEachRow',
  });
  return result.json<unknown>();
}

/** Reads the newest lines as log consoles do: one time window after the other, until the page is full. */
export async function readPage(database: ClickHouseClient, page: LogPage): Promise<unknown[]> {
  const { where, hours = 24 * DAYS, atOnce = false } = page;
  const lines: unknown[] = [];
  for (let turn = 0, newest = -1; newest < hours && lines.length < PAGE; turn += 1) {
    const oldest = atOnce ? hours : Math.min(Math.max(newest, 0) + (WINDOWS[turn] ?? 24), hours);
    const window = `Timestamp >= ${hoursBack(oldest)} AND Timestamp < ${hoursBack(newest)}`;
    const query = `SELECT ${COLUMNS} FROM otel_logs WHERE ${window} AND (${where})
      ORDER BY toStartOfFiveMinutes(TimestampTime) DESC, Timestamp DESC LIMIT ${PAGE - lines.length}`;
    lines.push(...(await answer(database, query)));
    newest = oldest;
  }
  return lines;
}
