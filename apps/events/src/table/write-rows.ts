import { setImmediate as nextTurn } from 'node:timers/promises';
import { LAST_MOMENT } from '../judge/accept.ts';
import type { ClickHouse } from './clickhouse/clickhouse.ts';
import { searchText } from './filter/search-text.ts';
import { type Column, COLUMNS } from './schema/columns.ts';
import { isoToColumn } from './schema/moments.ts';
import type { StorableEvent } from '../judge/judged-message.ts';

/** Rows that are written as text in one turn of the event loop: about three milliseconds, so that live rows do not wait. */
const ROWS_A_TURN = 1_000;

/** What a row is written from; moments are written already, because many rows share them. */
type Source = { stored: StorableEvent; epoch: number; publishedAt: string; storedAt: string };

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
  details: ({ stored }) => toDetailsCell(stored.details),
  search_text: ({ stored }) => JSON.stringify(searchText(stored.event)),
  kafka_partition: ({ stored }) => stored.position.partition,
  kafka_offset: ({ stored }) => stored.position.offset,
  log_epoch: ({ epoch }) => epoch,
  published_at: ({ publishedAt }) => publishedAt,
  stored_at: ({ storedAt }) => storedAt,
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

/** What an insert is marked with. */
export type InsertMarks = {
  /** The log's epoch by Kafka partition. */
  epochs: ReadonlyMap<number, number>;
  /** Milliseconds since 1970, one moment for the whole insert. */
  storedAt: number;
};

/** The rows as text, some at a time. */
export async function* toText(
  events: readonly StorableEvent[],
  { epochs, storedAt }: InsertMarks,
): AsyncGenerator<Buffer> {
  const inserted = toMomentCell(storedAt);
  let [moment, published] = [Number.NaN, ''];
  for (let from = 0; from < events.length; from += ROWS_A_TURN) {
    let text = '';
    for (const stored of events.slice(from, from + ROWS_A_TURN)) {
      if (stored.publishedAt !== moment) published = toMomentCell((moment = stored.publishedAt));
      const epoch = epochs.get(stored.position.partition) ?? 0;
      text += toRow({ stored, epoch, publishedAt: published, storedAt: inserted });
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
  events: readonly StorableEvent[],
  marks: InsertMarks,
  token: string,
): Promise<void> {
  await clickhouse.insertText(insertStatement(token), toText(events, marks));
}
