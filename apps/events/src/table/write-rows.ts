import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClickHouse } from './clickhouse/clickhouse.ts';
import { searchText } from './filter/resolve.ts';
import type { StorableEvent } from '../judge/judged-message.ts';

/** Moments that a column of the table can hold; a publisher's clock may have said anything. */
const LAST_MOMENT = Date.UTC(2200, 0, 1);

/** Rows that are written as text in one turn of the event loop: about three milliseconds, so that live rows do not wait. */
const ROWS_A_TURN = 1_000;

/** What needs no escape in JSON text. Half a surrogate pair does: it is no text in UTF-8. */
const PLAIN = /^[ !#-[\]-~]*$/;
const quote = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));

/** In the order of {@link toRow}. */
const INSERT = `
  INSERT INTO integration_events (
    id, source_id, organization_id, source_type, event_name, timestamp, result, severity_text, trace_id, details,
    search_text, kafka_partition, kafka_offset, log_epoch, published_at, stored_at)`;

/**
 * An object in its place, which ClickHouse keeps as its text: no JSON within JSON. But it takes a quote after an escaped
 * backslash for an escaped one, so text with a backslash goes as a string.
 */
const detailsColumn = (details: string): string => (details.includes('\\') ? JSON.stringify(details) : details);

/** `YYYY-MM-DDThh:mm:ss.sssZ` as ClickHouse reads it fastest. */
const isoToColumn = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 23)}`;
const toColumn = (moment: number): string =>
  isoToColumn(new Date(Math.min(Math.max(moment, 0), LAST_MOMENT)).toISOString());

/** One line, a JSON array. */
function toRow(
  { event, details, position }: StorableEvent,
  epoch: number,
  publishedAt: string,
  storedAt: string,
): string {
  const { id, source_id, organization_id, source_type, event_name, timestamp, result, severity_text, trace_id } = event;
  const columns = `${quote(id)},${source_id},${organization_id},${quote(source_type)},${quote(event_name)},"${isoToColumn(timestamp)}","${result}","${severity_text}","${trace_id}"`;
  const texts = `${detailsColumn(details)},${JSON.stringify(searchText(event))}`;
  return `[${columns},${texts},${position.partition},${position.offset},${epoch},"${publishedAt}","${storedAt}"]\n`;
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
  const stored = toColumn(storedAt);
  let [moment, published] = [Number.NaN, ''];
  for (let from = 0; from < events.length; from += ROWS_A_TURN) {
    let text = '';
    for (const event of events.slice(from, from + ROWS_A_TURN)) {
      if (event.publishedAt !== moment) published = toColumn((moment = event.publishedAt));
      text += toRow(event, epochs.get(event.position.partition) ?? 0, published, stored);
    }
    yield Buffer.from(text);
    await nextTurn();
  }
}

/** Of two inserts with the same token ClickHouse keeps the first; the second is reported as done, too. */
export const insertStatement = (token: string): string =>
  `${INSERT} SETTINGS insert_deduplication_token = '${token}' FORMAT JSONCompactEachRow`;

/** One insert of all `events`, whole or not at all; when it rejects without an answer, either may be so. */
export async function storeEvents(
  clickhouse: ClickHouse,
  events: readonly StorableEvent[],
  marks: InsertMarks,
  token: string,
): Promise<void> {
  await clickhouse.insertText(insertStatement(token), toText(events, marks));
}
