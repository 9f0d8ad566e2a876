import { placeOf } from '@portico/contracts/events/position';
import type { StoredPlace } from '../logs/settled.ts';
import type { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { readAtOnce } from '../table/one-moment.ts';
import { toMilliseconds } from '../table/schema/moments.ts';
import { NewestRow, newestRowsStatement } from './newest-rows.query.ts';
import { type After, PartRows } from './newest-rows.ts';
import { type Dictionary, type PartCounts, PartReader } from './part-counts.ts';
import {
  CountRow,
  countRowsStatement,
  keyOf,
  type Length,
  LENGTHS,
  PartPosition,
  partPositionsStatement,
  TablePart,
  tablePartsStatement,
} from './parts.query.ts';

/** Maximum rows to read row by row. For more rows, reading projections is cheaper. */
const MAX_DIRECT_ROWS = 4_000;

/** The rows to read from parts: the `most` newest rows and the `most` newest failures, all later than `after`. */
export type Wanted = { dictionary: Dictionary; after: After; most: number };
export type PartContents = {
  part: TablePart;
  counts: Readonly<Record<Length, PartCounts>>;
  rows: PartRows;
  /** The last place (epoch and offset) of each Kafka partition in this part. */
  stored: readonly StoredPlace[];
};

/**
 * Returns the contents of these parts. Omits a part that some statement did not find, because statements may read at different moments
 * or from different replicas.
 * @throws Problem `unavailable`
 */
export async function readContents(
  clickhouse: ClickHouse,
  parts: readonly TablePart[],
  wanted: Wanted,
): Promise<PartContents[]> {
  if (parts.length === 0) return [];
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  return rows <= MAX_DIRECT_ROWS ? readRows(clickhouse, parts, wanted) : readProjections(clickhouse, parts, wanted);
}

async function readRows(clickhouse: ClickHouse, parts: readonly TablePart[], { dictionary, after }: Wanted) {
  const { rowsOf, there } = await readNewest(clickhouse, parts, { after: null, most: MAX_DIRECT_ROWS });
  return there.flatMap((part): PartContents[] => {
    const rows = rowsOf.get(part.name) ?? [];
    if (rows.length !== part.rows) return [];
    const readers = { day: new PartReader(dictionary), hour: new PartReader(dictionary) };
    const places = new Map<number, number>();
    for (const row of rows) {
      const bucketOf = (length: Length): number => Math.floor(toMilliseconds(row.timestamp) / LENGTHS[length]);
      readers.day.take({ ...row, bucket: bucketOf('day'), n: 1 });
      readers.hour.take({ ...row, bucket: bucketOf('hour'), n: 1, event_name: '' });
      const place = placeOf(row.log_epoch, row.kafka_offset);
      places.set(row.kafka_partition, Math.max(place, places.get(row.kafka_partition) ?? -1));
    }
    const stored = [...places].map(([partition, place]) => ({ partition, place }));
    const counts = { day: readers.day.end(), hour: readers.hour.end() };
    return [{ part, counts, rows: PartRows.of(rows, after), stored }];
  });
}

/** Reads counts and positions from the projections, and the newest rows. */
async function readProjections(
  clickhouse: ClickHouse,
  parts: readonly TablePart[],
  { dictionary, after, most }: Wanted,
) {
  const names = parts.map(({ name }) => name);
  const counted = async (length: Length) => {
    const readers = new Map(names.map((name) => [name, new PartReader(dictionary)]));
    await clickhouse.readRows(CountRow, countRowsStatement(length, names), (row) => readers.get(row.part)?.take(row));
    return new Map([...readers].map(([name, reader]) => [name, reader.end()]));
  };
  const [positions, every, failures, days, hours] = await Promise.all([
    clickhouse.rows(PartPosition, partPositionsStatement(names)),
    readNewest(clickhouse, parts, { after: after.every, most }),
    readNewest(clickhouse, parts, { after: after.failures, most, result: 'FAILURE' }),
    counted('day'),
    counted('hour'),
  ]);
  const positionsOf = Map.groupBy(positions, ({ part }) => part);
  const read = { every: every.after, failures: failures.after };
  const thereTwice = new Set(failures.there.map(keyOf));
  return every.there.flatMap((part): PartContents[] => {
    const stored = (positionsOf.get(part.name) ?? []).map(({ kafka_partition, log_epoch, kafka_offset }) => ({
      partition: kafka_partition,
      place: placeOf(log_epoch, kafka_offset),
    }));
    const [day, hour] = [days.get(part.name), hours.get(part.name)];
    const isWhole = day?.rows === part.rows && hour?.rows === part.rows && stored.length > 0;
    if (!isWhole || !thereTwice.has(keyOf(part))) return [];
    const older = (failures.rowsOf.get(part.name) ?? []).filter(
      ({ timestamp }) => every.after !== null && toMilliseconds(timestamp) <= every.after,
    );
    const newest = (every.rowsOf.get(part.name) ?? []).filter(
      ({ timestamp }) => every.after === null || toMilliseconds(timestamp) > every.after,
    );
    return [{ part, counts: { day, hour }, rows: PartRows.of([...newest, ...older], read), stored }];
  });
}

/** Reads the newest rows by part name, the time after which these rows are complete, and the parts that existed during the statement. */
async function readNewest(
  clickhouse: ClickHouse,
  parts: readonly TablePart[],
  wanted: Parameters<typeof newestRowsStatement>[1],
) {
  const names = parts.map(({ name }) => name);
  const newest = { schema: NewestRow, statement: newestRowsStatement(names, wanted) };
  const table = { schema: TablePart, statement: tablePartsStatement };
  const found = await readAtOnce(clickhouse, [newest, table]);
  const rows = found(newest);
  // If the limit was reached, further rows with the time of the last row may be missing. Only later rows are complete.
  const last = rows.length < wanted.most ? undefined : rows.at(-1);
  const keys = new Set(parts.map(keyOf));
  return {
    rowsOf: Map.groupBy(rows, (row) => row.in_part),
    after: last ? toMilliseconds(last.timestamp) : wanted.after,
    there: found(table).filter((part) => keys.has(keyOf(part))),
  };
}
