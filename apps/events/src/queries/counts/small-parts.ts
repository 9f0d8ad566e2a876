import { placeOf } from '@portico/contracts/events/position';
import type { StoredPlace } from '../../logs/settled.ts';
import type { ClickHouse } from '../../table/clickhouse/clickhouse.ts';
import { toMilliseconds } from '../../table/schema/moments.ts';
import { readParts } from '../../table/snapshot.ts';
import { NewestRow, newestRowsStatement } from './newest-rows.query.ts';
import { PartRows } from './newest-rows.ts';
import { PartReader } from './part-counts.ts';
import { keyOf, LENGTHS, TablePart, tablePartsStatement } from './parts.query.ts';
import type { ReadParts, Wanted } from './read-parts.ts';

/** Rows of parts that are read row by row. */
export const SMALL = 4_000;

/**
 * The same as `readContents` of parts with so few rows that reading them all takes less than asking their projections: what an
 * insert brought. @throws Unavailable
 */
export async function readSmall(
  clickhouse: ClickHouse,
  parts: readonly TablePart[],
  { length, dictionary, after, most }: Wanted,
): Promise<ReadParts> {
  const names = parts.map(({ name }) => name);
  // Where no rows are kept, their texts are not wanted.
  const limits = { after: null, most: SMALL, ...(most === 0 && { details: 0 }) };
  const all = { schema: NewestRow, statement: newestRowsStatement(names, limits) };
  const there = { schema: TablePart, statement: tablePartsStatement };
  const rowsOf = await readParts(clickhouse, [all, there]);
  const ofPart = Map.groupBy(rowsOf(all), (row) => row.in_part);
  const wanted = new Set(parts.map(keyOf));
  const isWhole = (part: TablePart): boolean => wanted.has(keyOf(part)) && ofPart.get(part.name)?.length === part.rows;
  const found = rowsOf(there).filter(isWhole);
  const contents = found.map((part) => {
    const rows = ofPart.get(part.name) ?? [];
    const counts = new PartReader(dictionary);
    for (const row of rows) {
      const bucket = Math.floor(toMilliseconds(row.timestamp) / LENGTHS[length]);
      counts.take({ ...row, bucket, n: 1, ...(length === 'hour' && { event_name: '' }) });
    }
    const kept = PartRows.of(most === 0 ? [] : rows, after);
    return [keyOf(part), { part, counts: counts.end(placesOf(rows)), rows: kept }] as const;
  });
  return { contents: new Map(contents), dictionary };
}

/** The last place of each Kafka partition. */
function placesOf(rows: readonly NewestRow[]): StoredPlace[] {
  const places = new Map<number, number>();
  for (const { kafka_partition: partition, log_epoch, kafka_offset } of rows)
    places.set(partition, Math.max(placeOf(log_epoch, kafka_offset), places.get(partition) ?? -1));
  return [...places].map(([partition, place]) => ({ partition, place }));
}
