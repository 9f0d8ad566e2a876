import { placeOf } from '@portico/contracts/events/position';
import type { ClickHouse } from '../../table/clickhouse/clickhouse.ts';
import { toMilliseconds } from '../../table/schema/moments.ts';
import { readParts } from '../../table/snapshot.ts';
import { NewestRow, newestRowsStatement } from './newest-rows.query.ts';
import { PartRows } from './newest-rows.ts';
import { type Dictionary, type PartCounts, PartReader } from './part-counts.ts';
import {
  CountRow,
  countRowsStatement,
  keyOf,
  type Length,
  PartPosition,
  partPositionsStatement,
  TablePart,
  tablePartsStatement,
} from './parts.query.ts';

/** What is wanted of parts: of their rows at most `most` of the newest, and none of `after` or before (milliseconds since 1970). */
export type Wanted = { length: Length; dictionary: Dictionary; after: number | null; most: number };
export type PartContents = { counts: PartCounts; rows: PartRows };
/** By the keys of the parts, their values numbered by the dictionary. */
export type ReadParts = {
  contents: ReadonlyMap<string, PartContents & { part: TablePart }>;
  dictionary: Dictionary;
};

/** What is in these parts. One that is not there any more, or not yet, is left out. @throws Unavailable */
export async function readContents(
  clickhouse: ClickHouse,
  parts: readonly TablePart[],
  { length, dictionary, after, most }: Wanted,
): Promise<ReadParts> {
  if (parts.length === 0) return { contents: new Map(), dictionary };
  const names = parts.map(({ name }) => name);
  const readers = new Map(names.map((name) => [name, new PartReader(dictionary)]));
  const [positions, rows] = await Promise.all([
    clickhouse.rows(PartPosition, partPositionsStatement(names)),
    most === 0 ? null : readNewest(clickhouse, parts, after, most),
    clickhouse.readRows(CountRow, countRowsStatement(length, names), (row) => readers.get(row.part)?.take(row)),
  ]);
  const positionsOf = Map.groupBy(positions, ({ part }) => part);
  const contents = new Map<string, PartContents & { part: TablePart }>();
  for (const part of parts) {
    const stored = (positionsOf.get(part.name) ?? []).map(({ kafka_partition, log_epoch, kafka_offset }) => ({
      partition: kafka_partition,
      place: placeOf(log_epoch, kafka_offset),
    }));
    const counts = readers.get(part.name)?.end(stored);
    // Each statement may have met another moment, or another replica.
    if (counts?.rows !== part.rows || stored.length === 0) continue;
    const newest = rows === null ? PartRows.of([], null) : rows.get(keyOf(part));
    if (newest) contents.set(keyOf(part), { part, counts, rows: newest });
  }
  return { contents, dictionary };
}

/** The newest rows of these parts, by their keys. A part that is not there any more, or not yet, is left out. @throws Unavailable */
export async function readNewest(
  clickhouse: ClickHouse,
  parts: readonly TablePart[],
  after: number | null,
  most: number,
): Promise<ReadonlyMap<string, PartRows>> {
  const names = parts.map(({ name }) => name);
  const newest = { schema: NewestRow, statement: newestRowsStatement(names, { after, most }) };
  const there = { schema: TablePart, statement: tablePartsStatement };
  const rowsOf = await readParts(clickhouse, [newest, there]);
  const rows = rowsOf(newest);
  // Of the moment at which reading ended there may be more.
  const last = rows.length < most ? undefined : rows.at(-1);
  const from = last ? toMilliseconds(last.timestamp) : after;
  const ofPart = Map.groupBy(rows, (row) => row.in_part);
  const keys = new Set(parts.map(keyOf));
  const found = rowsOf(there).filter((part) => keys.has(keyOf(part)));
  return new Map(found.map((part) => [keyOf(part), PartRows.of(ofPart.get(part.name) ?? [], from)]));
}
