import { setImmediate as nextTurn } from 'node:timers/promises';
import { epochOf, offsetOf } from '@portico/contracts/events/position';
import { RESULTS, SEVERITIES } from '@portico/contracts/events/choices';
import { DERIVED_FIELDS, forFields } from '@portico/contracts/query/fields';
import { LAST_MOMENT } from '../judge/accept.ts';
import type { ClickHouse } from './clickhouse/clickhouse.ts';
import { detailsTerms } from '../text/detail-terms.ts';
import { searchText } from '../text/search-text.ts';
import { type Column, COLUMNS } from './schema/columns.ts';
import { DAY } from './schema/buckets.ts';
import { enumType, MOMENT_TYPE } from './schema/types.ts';
import { NativeBlock } from './native-block.ts';
import type { AcceptedEvent } from '../judge/accepted-event.ts';
import type { Head } from './stored-positions.ts';

/**
 * Maximum events of a slice. Writing one column of a slice takes a few milliseconds without a pause, so live rows wait no longer than that.
 */
const ROWS_A_TURN = 1_000;
/** Bytes of events after which a slice ends. */
const BYTES_A_TURN = 2_000_000;
/** Number of written bytes after which the writer lets the event loop run. */
const A_PIECE = 256 * 1_024;

/** Values that all rows of an insert share. `storedAt`: milliseconds since 1970. `month`: see {@link monthOf}. */
type Common = { storedAt: number; number: number; month: number };
type Write = (block: NativeBlock, rows: readonly AcceptedEvent[], insert: Common) => void;
type Cells = { type: string; write: Write } | { type: string; texts: (row: AcceptedEvent) => readonly string[] };

const each = (type: string, write: (block: NativeBlock, row: AcceptedEvent, insert: Common) => void): Cells => ({
  type,
  write: (block, rows, insert) => {
    for (const row of rows) write(block, row, insert);
  },
});
const text = (of: (row: AcceptedEvent) => string): Cells => each('String', (block, row) => block.text(of(row)));
const moment = (of: (row: AcceptedEvent, insert: Common) => number): Cells =>
  each(MOMENT_TYPE, (block, row, insert) => block.uint64(of(row, insert)));
const choice = <Value extends string>(values: readonly Value[], of: (row: AcceptedEvent) => Value): Cells => {
  const numbers = new Map(values.map((value, index) => [value, index + 1]));
  return each(enumType(values), (block, row) => block.uint8(numbers.get(of(row)) ?? 0));
};

/** The type and the values of each column. If the table's column has another type, ClickHouse converts the values. */
const CELLS: Record<Column, Cells> = {
  id: text(({ event }) => event.id),
  source_id: each('UInt32', (block, { event }) => block.uint32(event.source_id)),
  organization_id: each('UInt32', (block, { event }) => block.uint32(event.organization_id)),
  source_type: text(({ event }) => event.source_type),
  event_name: text(({ event }) => event.event_name),
  timestamp: moment((row) => row.moment),
  result: choice(RESULTS, ({ event }) => event.result),
  severity_text: choice(SEVERITIES, ({ event }) => event.severity_text),
  trace_id: text(({ event }) => event.trace_id),
  ...forFields(DERIVED_FIELDS, (name) => text(({ derived }) => derived[name])),
  details: text(({ details }) => details),
  search_text: text(({ event }) => searchText(event)),
  detail_terms: { type: 'Array(String)', texts: ({ event }) => detailsTerms(event.details) },
  identity_hash: each('UInt64', (block, { identityHash }) => block.halves(identityHash.one, identityHash.other)),
  kafka_partition: each('UInt32', (block, { position }) => block.uint32(position.partition)),
  kafka_offset: each('UInt64', (block, { position }) => block.uint64(offsetOf(position.offset))),
  log_epoch: each('UInt16', (block, { position }) => block.uint16(epochOf(position.offset))),
  published_at: moment(({ publishedAt }) => toStorable(publishedAt)),
  stored_at: moment((_, { storedAt }) => storedAt),
  insert_number: each('UInt64', (block, _, { number }) => block.uint64(number)),
  insert_month: each('UInt32', (block, _, { month }) => block.uint32(month)),
};

/** Clamps a time to the column's range, because publishers may set any timestamp. */
const toStorable = (at: number): number => Math.min(Math.max(at, 0), LAST_MOMENT);

/**
 * The month of a time as `YYYYMM`.
 * @param moment - milliseconds since 1970.
 */
export const monthOf = (moment: number): number => {
  const date = new Date(moment);
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
};

/** An insert. `after`: the previous insert. `token`: for deduplication. `now`: milliseconds since 1970. */
type Insert = { after: Head; token: string; now?: number };

/** Clocks in one deployment never differ by more than this, and events never wait this long in Kafka. */
const FAR = 30 * DAY;

/**
 * Returns the storage time of an insert. This is the time of the local clock if it is close to the last arrival by Kafka's clock, or to the
 * previous insert. Otherwise it is the median of the three times, because a wrong clock would expire events immediately or never.
 */
export function storedAtOf(now: number, arrivedAt: number, before: number): number {
  if ([arrivedAt, before].some((other) => Math.abs(now - other) < FAR)) return now;
  return [now, arrivedAt, before].toSorted((a, b) => a - b)[1] ?? now;
}

/** Splits events into slices of at least one event. */
function slicesOf(events: readonly AcceptedEvent[]): (readonly AcceptedEvent[])[] {
  const slices: (readonly AcceptedEvent[])[] = [];
  for (let from = 0, to = 0; from < events.length; from = to) {
    for (let bytes = 0; to < events.length && to - from < ROWS_A_TURN && bytes < BYTES_A_TURN; to += 1)
      bytes += events[to]?.bytes ?? 0;
    slices.push(events.slice(from, to));
  }
  return slices;
}

/** Writes each slice. Yields the written bytes, and waits for the event loop, after every {@link A_PIECE} bytes. */
async function* inPieces<Slice>(
  block: NativeBlock,
  slices: readonly Slice[],
  write: (slice: Slice) => void,
): AsyncGenerator<Buffer> {
  for (const slice of slices) {
    write(slice);
    if (block.size < A_PIECE) continue;
    yield block.take();
    await nextTurn();
  }
}

/**
 * Writes an array of texts for each row. First writes the end of each array as an index into the texts of all rows, then writes all texts.
 */
async function* arrays(
  block: NativeBlock,
  slices: readonly (readonly AcceptedEvent[])[],
  textsOf: (row: AcceptedEvent) => readonly string[],
): AsyncGenerator<Buffer> {
  const before = block.take();
  const ends: number[] = [];
  const pieces: Buffer[] = [];
  let end = 0;
  const write = (rows: readonly AcceptedEvent[]): void => {
    for (const row of rows) {
      const texts = textsOf(row);
      for (const text of texts) block.text(text);
      ends.push((end += texts.length));
    }
  };
  for await (const piece of inPieces(block, slices, write)) pieces.push(piece);
  pieces.push(block.take());
  yield before;
  for (const each of ends) block.uint64(each);
  yield block.take();
  yield* pieces;
}

/**
 * Yields the rows of one insert in ClickHouse's Native format, in pieces. All pieces form one block, because ClickHouse deduplicates by
 * the token and the number of blocks.
 */
export async function* toBlock(
  events: readonly AcceptedEvent[],
  { after, now = Date.now() }: Omit<Insert, 'token'>,
): AsyncGenerator<Buffer> {
  const newest = events.reduce((last, { publishedAt }) => Math.max(last, publishedAt), 0);
  const storedAt = toStorable(storedAtOf(now, newest, after.storedAt));
  const insert = { storedAt, number: after.number + 1, month: monthOf(after.storedAt) };
  const slices = slicesOf(events);
  const block = new NativeBlock();
  block.begin(COLUMNS.length, events.length);
  for (const column of COLUMNS) {
    const cells = CELLS[column];
    block.column(column, cells.type);
    yield* 'texts' in cells
      ? arrays(block, slices, cells.texts)
      : inPieces(block, slices, (rows) => cells.write(block, rows, insert));
  }
  yield block.take();
}

/** ClickHouse stores only the first of two inserts with the same token; the second also succeeds. */
export const insertStatement = (token: string): string =>
  `INSERT INTO integration_events (${COLUMNS.join(', ')}) SETTINGS insert_deduplication_token = '${token}' FORMAT Native`;

/** Inserts all `events` or none. If the request fails without a response, the events may have been inserted. */
export async function storeEvents(
  clickhouse: ClickHouse,
  events: readonly AcceptedEvent[],
  insert: Insert,
): Promise<void> {
  await clickhouse.insertBytes(insertStatement(insert.token), toBlock(events, insert));
}
