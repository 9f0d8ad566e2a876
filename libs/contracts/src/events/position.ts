import { z } from 'zod/mini';
import { should } from '../common/wording.ts';

/**
 * A place combines an offset with an epoch: `epoch * 2^42 + offset`. When a topic is recreated, truncated or restored, the offsets of a
 * partition start again; its epoch counts these restarts. Every place of a later epoch is greater than all places of earlier epochs. In the
 * first epoch, usually the only one, a place equals the offset.
 */
const OFFSETS = 2 ** 42;
/** Maximum epoch of a partition: places stay below 2^53. */
export const MAX_EPOCH = 2 ** 11 - 1;

export const placeOf = (epoch: number, offset: number): number => epoch * OFFSETS + offset;
export const epochOf = (place: number): number => Math.floor(place / OFFSETS);
export const offsetOf = (place: number): number => place % OFFSETS;

/** First number of the partitions of {@link DOORS_TOPIC}, because Portico numbers partitions across all input topics. */
export const FIRST_DOOR_PARTITION = 1_000_000;

/** Whether the sender is authenticated. An event on the shared topic only claims an integration. */
export const isSenderProven = ({ partition }: Pick<Position, 'partition'>): boolean =>
  partition >= FIRST_DOOR_PARTITION;

/** Where a row arrived: its partition, and its place in the partition as `offset` (see {@link placeOf}). */
export const Position = z.object({ partition: z.int().check(z.minimum(0)), offset: z.int().check(z.minimum(0)) });
export type Position = z.infer<typeof Position>;

/** The last known place of each partition, as `partition:place` pairs joined by `,`. Empty if no place is known. */
export const Cursor = z.string().check(
  z.regex(/^(\d+:\d+(,\d+:\d+)*)?$/, {
    error: should('be a cursor as answered by GET /events'),
  }),
);

/** The last known place by partition. A partition without a known place is missing. */
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

/** Whether a row at `position` arrived after the last known place of its partition. */
export const isAfter = (position: Position, known: Positions): boolean =>
  position.offset > (known.get(position.partition) ?? -1);

/** The later place of each partition in `a` and `b`. */
export const furthest = (a: Positions, b: Positions): Map<number, number> => {
  const merged = new Map(a);
  for (const [partition, offset] of b) merged.set(partition, Math.max(offset, merged.get(partition) ?? -1));
  return merged;
};
