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

/** Rows that are written as text in one turn of the event loop: about three milliseconds, so that live rows do not wait. */
const ROWS_A_TURN = 1_000;

/** What a row is written from; moments are written already, because many rows share them. */
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

/** What needs no escape in JSON text. Half a surrogate pair does: it is no text in UTF-8. */
const PLAIN = /^[ !#-[\]-~]*$/;
const toJsonString = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));

/**
 * An object in its place, which ClickHouse keeps as its text: no JSON within JSON. But it takes a quote after an escaped
 * backslash for an escaped one, and lines for ends of rows: such text goes as a string.
 */
const toDetailsCell = (details: string): string => (/[\\\n\r]/.test(details) ? JSON.stringify(details) : details);

/** A publisher's clock may have said anything: the nearest moment that a column can hold. */
const toMomentCell = (moment: number): string =>
  `"${isoToColumn(new Date(Math.min(Math.max(moment, 0), LAST_MOMENT)).toISOString())}"`;

/** One line, a JSON array. */
function toRow(source: Source): string {
  let cells = '';
  for (const write of WRITERS) cells += `,${write(source)}`;
  return `[${cells.slice(1)}]\n`;
}

/** The month of a moment, as `YYYYMM`. @param moment - milliseconds since 1970. */
export const monthOf = (moment: number): number => {
  const date = new Date(moment);
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
};

/** An insert: the one before it, the mark by which ClickHouse recognises it, and the moment. */
export type Insert = { after: Head; token: string; now?: number };

/** Further apart clocks of one deployment are not, and events do not wait so long in Kafka. */
const FAR = 30 * DAY;

/**
 * When an insert is stored: now by this machine's clock, unless that is far from both Kafka's at the last arrival and the
 * insert before. By a clock that is wrong events would go at once, or never: then it is the one in the middle.
 */
export function storedAtOf(now: number, arrivedAt: number, before: number): number {
  if ([arrivedAt, before].some((other) => Math.abs(now - other) < FAR)) return now;
  return [now, arrivedAt, before].toSorted((a, b) => a - b)[1] ?? now;
}

/** The rows of one insert as text, some at a time. */
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

/** Of two inserts with the same token ClickHouse keeps the first; the second is reported as done, too. */
export const insertStatement = (token: string): string =>
  `INSERT INTO integration_events (${COLUMNS.join(', ')}) SETTINGS insert_deduplication_token = '${token}' FORMAT JSONCompactEachRow`;

/** One insert of all `events`, whole or not at all; when it rejects without an answer, either may be so. */
export async function storeEvents(
  clickhouse: ClickHouse,
  events: readonly AcceptedEvent[],
  insert: Insert,
): Promise<void> {
  await clickhouse.insertText(insertStatement(insert.token), toText(events, insert));
}
