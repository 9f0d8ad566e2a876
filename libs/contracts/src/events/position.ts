import { z } from 'zod/mini';
import { should } from '../common/wording.ts';

/**
 * Offsets are only meaningful within one log. When a topic is recreated, truncated or restored, the partition's next log begins: its
 * epoch. A place combines both, `epoch * 2^42 + offset`, so every place of a later log is greater than those of an earlier one. In
 * the first log, usually the only one, the place equals the offset.
 */
const OFFSETS = 2 ** 42;
/** Maximum epoch of a partition: places stay below 2^53. */
export const MAX_EPOCH = 2 ** 11 - 1;

export const placeOf = (epoch: number, offset: number): number => epoch * OFFSETS + offset;
export const epochOf = (place: number): number => Math.floor(place / OFFSETS);
/** The Kafka offset of a place. */
export const offsetOf = (place: number): number => place % OFFSETS;

/** Partitions are numbered across all input topics. Those of the doors' topic begin here. */
export const FIRST_DOOR_PARTITION = 1_000_000;

/** Whether the sender is authenticated. On the shared topic an event names its integration itself. */
export const isSenderProven = ({ partition }: Pick<Position, 'partition'>): boolean =>
  partition >= FIRST_DOOR_PARTITION;

/** Where a row arrived: its partition, and its place there as `offset` (see {@link placeOf}). */
export const Position = z.object({ partition: z.int().check(z.minimum(0)), offset: z.int().check(z.minimum(0)) });
export type Position = z.infer<typeof Position>;

/** `partition:place` pairs joined by `,`: the last known place of each partition. Empty: none. */
export const Cursor = z.string().check(
  z.regex(/^(\d+:\d+(,\d+:\d+)*)?$/, {
    error: should('be a cursor as answered by GET /events'),
  }),
);

/** The last known place by partition. A missing partition has none. */
export type Positions = ReadonlyMap<number, number>;

export const formatCursor = (positions: Positions): string =>
  [...positions]
    .toSorted(([a], [b]) => a - b)
    .map(([partition, offset]) => `${partition}:${offset}`)
    .join(',');

/** @throws TypeError if `cursor` does not match {@link Cursor}; parse it first. */
export const parseCursor = (cursor: string): Map<number, number> =>
  new Map(
    cursor === ''
      ? []
      : cursor.split(',').map((pair) => {
          const [partition = Number.NaN, offset = Number.NaN] = pair.split(':').map(Number);
          if (!Number.isSafeInteger(partition) || !Number.isSafeInteger(offset))
            throw new TypeError(`not a cursor: ${cursor}`);
          return [partition, offset];
        }),
  );

/** Whether a row at `position` is not covered by `known` yet. */
export const isAfter = (position: Position, known: Positions): boolean =>
  position.offset > (known.get(position.partition) ?? -1);

/** The union of two positions. */
export const furthest = (a: Positions, b: Positions): Map<number, number> => {
  const merged = new Map(a);
  for (const [partition, offset] of b) merged.set(partition, Math.max(offset, merged.get(partition) ?? -1));
  return merged;
};
