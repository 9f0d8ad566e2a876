import { epochOf, offsetOf, placeOf, type Positions } from '@portico/contracts/events/position';
import { z } from 'zod';
import type { StoredPlace } from '../logs/settled.ts';
import type { ClickHouse, Statement } from './clickhouse/clickhouse.ts';
import { toMilliseconds } from './schema/moments.ts';

/** The last insert of any process: its number (see event-store.ts), and its storage time in milliseconds since 1970. */
export type Head = { number: number; storedAt: number };
const NO_INSERT: Head = { number: 0, storedAt: 0 };

/** The position of the last stored event of a partition, its arrival, and the last insert with a row of the partition. */
export const StoredPosition = z
  .object({
    kafka_partition: z.number(),
    position: z.tuple([z.number(), z.number(), z.string()]),
    insert: z.tuple([z.number(), z.string()]),
  })
  .transform(({ kafka_partition, position: [epoch, offset, publishedAt], insert: [number, storedAt] }) => ({
    partition: kafka_partition,
    place: placeOf(epoch, offset),
    publishedAt: toMilliseconds(publishedAt),
    insert: { number, storedAt: toMilliseconds(storedAt) },
  }));
export type StoredPosition = z.infer<typeof StoredPosition>;

/**
 * Reads the stored positions from projection `positions`, which has one small row per part, whatever the number of events, and the
 * positions of erased rows from `erased_places`. Decisions need every acknowledged row, even on a lagging replica.
 */
export const storedPositionsStatement: Statement = {
  sql: `
    SELECT kafka_partition, max(place) AS position, max(stored) AS insert FROM (
      SELECT kafka_partition, max((log_epoch, kafka_offset, published_at)) AS place,
        max((insert_number, stored_at)) AS stored
      FROM integration_events GROUP BY kafka_partition
      UNION ALL
      SELECT kafka_partition, (log_epoch, kafka_offset, published_at), (insert_number, stored_at) FROM erased_places
    ) GROUP BY kafka_partition`,
};

/** Stores the current positions before their rows are deleted. Repeating the statement is harmless. */
export const KEEP_PLACES = `
  INSERT INTO erased_places (kafka_partition, log_epoch, kafka_offset, published_at, insert_number, stored_at)
  SELECT kafka_partition, tupleElement(position, 1), tupleElement(position, 2), tupleElement(position, 3),
    tupleElement(insert, 1), tupleElement(insert, 2)
  FROM (${storedPositionsStatement.sql}) SETTINGS select_sequential_consistency = 1`;

/** The state of the table in one snapshot. */
export type TableState = { head: Head; positions: ReadonlyMap<number, StoredPosition> };

/** @throws Unavailable */
export async function readTableState(clickhouse: ClickHouse): Promise<TableState> {
  const positions = await clickhouse.rowsForSure(StoredPosition, storedPositionsStatement);
  const head = positions.reduce((last, { insert }) => (insert.number > last.number ? insert : last), NO_INSERT);
  return { head, positions: new Map(positions.map((position) => [position.partition, position])) };
}

/** The condition that matches only rows stored up to these positions. */
export function storedUpTo(stored: readonly StoredPlace[]): string {
  const upTo = stored.map(
    ({ partition, place }) =>
      `kafka_partition = ${partition} AND (log_epoch, kafka_offset) <= (${epochOf(place)}, ${offsetOf(place)})`,
  );
  return `(${upTo.join(' OR ') || 'false'})`;
}

export const placesOf = (stored: readonly StoredPlace[]): Positions =>
  new Map(stored.map(({ partition, place }) => [partition, place]));

/** Reads the position of the last stored event of each partition. Every accepted event up to this position is stored. */
export const storedPlaces = async (clickhouse: ClickHouse): Promise<Positions> =>
  placesOf([...(await readTableState(clickhouse)).positions.values()]);
