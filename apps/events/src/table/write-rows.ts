import { setImmediate as nextTurn } from 'node:timers/promises';
import { epochOf, offsetOf } from '@portico/contracts/events/position';
import { DERIVED_FIELDS, forFields } from '@portico/contracts/query/fields';
import { LAST_MOMENT } from '../judge/accept.ts';
import type { ClickHouse } from './clickhouse/clickhouse.ts';
import { detailsTerms } from '../text/detail-terms.ts';
import { toHashNumber } from '../text/identity-hash.ts';
import { searchText } from '../text/search-text.ts';
import { type Column, COLUMNS } from './schema/columns.ts';
import { DAY } from './schema/buckets.ts';
import { isoToColumn } from './schema/moments.ts';
import type { AcceptedEvent } from '../judge/accepted-event.ts';
import type { Head } from './stored-positions.ts';

/** Rows serialized per turn of the event loop: about three milliseconds, so that live rows do not wait. */
const ROWS_A_TURN = 1_000;

/** The source of a row; times are formatted already, because many rows share them. */
type Source = { stored: AcceptedEvent; publishedAt: string; storedAt: string; number: number; month: number };

/** The JSON text of each column. */
const CELLS: Record<Column, (source: Source) => string | number> = {
  id: ({ stored }) => toJsonString(stored.event.id),
  source_id: ({ stored }) => stored.event.source_id,
  organization_id: ({ stored }) => stored.event.organization_id,
  source_type: ({ stored }) => toJsonString(stored.event.source_type),
  event_name: ({ stored }) => toJsonString(stored.event.event_name),
  timestamp: ({ stored }) => `"${isoToColumn(stored.event.timestamp)}"`,
  result: ({ stored }) => `"${stored.event.result}"`,
  severity_text: ({ stored }) => `"${stored.event.severity_text}"`,
  trace_id: ({ stored }) => `"${stored.event.trace_id}"`,
  ...forFields(
    DERIVED_FIELDS,
    (name) =>
      ({ stored }: Source) =>
        toJsonString(stored.derived[name]),
  ),
  details: ({ stored }) => toDetailsCell(stored.details),
  search_text: ({ stored }) => JSON.stringify(searchText(stored.event)),
  detail_terms: ({ stored }) => JSON.stringify(detailsTerms(stored.event.details)),
  identity_hash: ({ stored }) => toHashNumber(stored.identityHash),
  kafka_partition: ({ stored }) => stored.position.partition,
  kafka_offset: ({ stored }) => offsetOf(stored.position.offset),
  log_epoch: ({ stored }) => epochOf(stored.position.offset),
  published_at: ({ publishedAt }) => publishedAt,
  stored_at: ({ storedAt }) => storedAt,
  insert_number: ({ number }) => number,
  insert_month: ({ month }) => month,
};
const WRITERS = COLUMNS.map((column) => CELLS[column]);

/** Text that needs no JSON escape. Half a surrogate pair does, because it is not valid UTF-8. */
const PLAIN = /^[ !#-[\]-~]*$/;
const toJsonString = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));

/**
 * An object in place, which ClickHouse stores as text, without nested JSON. But ClickHouse misreads a quote after an escaped
 * backslash, and line breaks: such text is written as a string.
 */
const toDetailsCell = (details: string): string => (/[\\\n\r]/.test(details) ? JSON.stringify(details) : details);

/** A publisher's timestamp is clamped to the column's range. */
const toMomentCell = (moment: number): string =>
  `"${isoToColumn(new Date(Math.min(Math.max(moment, 0), LAST_MOMENT)).toISOString())}"`;

/** One line with a JSON array. */
function toRow(source: Source): string {
  let cells = '';
  for (const write of WRITERS) cells += `,${write(source)}`;
  return `[${cells.slice(1)}]\n`;
}

/**
 * The month of a time as `YYYYMM`.
 * @param moment - milliseconds since 1970.
 */
export const monthOf = (moment: number): number => {
  const date = new Date(moment);
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
};

/** An insert: the previous one, its deduplication token, and the time. */
export type Insert = { after: Head; token: string; now?: number };

/** Clocks in one deployment never differ by more than this, and events never wait this long in Kafka. */
const FAR = 30 * DAY;

/**
 * The storage time of an insert: the local clock, unless it is far from both Kafka's at the last arrival and the previous insert. A
 * wrong clock would expire events immediately, or never: then the median of the three is used.
 */
export function storedAtOf(now: number, arrivedAt: number, before: number): number {
  if ([arrivedAt, before].some((other) => Math.abs(now - other) < FAR)) return now;
  return [now, arrivedAt, before].toSorted((a, b) => a - b)[1] ?? now;
}

/** The rows of one insert as text, in chunks. */
export async function* toText(
  events: readonly AcceptedEvent[],
  { after, now = Date.now() }: Omit<Insert, 'token'>,
): AsyncGenerator<Buffer> {
  const newest = events.reduce((last, { publishedAt }) => Math.max(last, publishedAt), 0);
  const storedAt = toMomentCell(storedAtOf(now, newest, after.storedAt));
  const insert = { storedAt, number: after.number + 1, month: monthOf(after.storedAt) };
  let [moment, published] = [Number.NaN, ''];
  for (let from = 0; from < events.length; from += ROWS_A_TURN) {
    let text = '';
    for (const stored of events.slice(from, from + ROWS_A_TURN)) {
      if (stored.publishedAt !== moment) published = toMomentCell((moment = stored.publishedAt));
      text += toRow({ stored, publishedAt: published, ...insert });
    }
    yield Buffer.from(text);
    await nextTurn();
  }
}

/** ClickHouse stores only the first of two inserts with the same token; the second also succeeds. */
export const insertStatement = (token: string): string =>
  `INSERT INTO integration_events (${COLUMNS.join(', ')}) SETTINGS insert_deduplication_token = '${token}' FORMAT JSONCompactEachRow`;

/** Inserts all `events` or none; if it rejects without a response, either may be the case. */
export async function storeEvents(
  clickhouse: ClickHouse,
  events: readonly AcceptedEvent[],
  insert: Insert,
): Promise<void> {
  await clickhouse.insertText(insertStatement(insert.token), toText(events, insert));
}
