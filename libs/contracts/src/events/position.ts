import { z } from 'zod/mini';
import { should } from '../common/wording.ts';

/**
 * Offsets mean something only within one log. When a topic was recreated, truncated or restored, a partition's next log
 * begins: its epoch. A place is both in one number, `epoch * 2^42 + offset`, so that all of a later log lies after all of an
 * earlier one. In the first log, as a rule the only one, it is the offset itself.
 */
const OFFSETS = 2 ** 42;
/** Most epochs of one partition: places stay below 2^53. */
export const MAX_EPOCH = 2 ** 11 - 1;

export const placeOf = (epoch: number, offset: number): number => epoch * OFFSETS + offset;
export const epochOf = (place: number): number => Math.floor(place / OFFSETS);
/** Kafka's offset. */
export const offsetOf = (place: number): number => place % OFFSETS;

/** Partitions are numbered across all topics that events arrive in; those of the doors' topic begin here. */
export const FIRST_DOOR_PARTITION = 1_000_000;

/** Whether Portico knows who sent what arrived there. On the shared topic an event's own words name its integration. */
export const isSenderProven = ({ partition }: Pick<Position, 'partition'>): boolean =>
  partition >= FIRST_DOOR_PARTITION;

/** Where a row arrived: its partition, and as `offset` its place there (see {@link placeOf}). */
export const Position = z.object({ partition: z.int().check(z.minimum(0)), offset: z.int().check(z.minimum(0)) });
export type Position = z.infer<typeof Position>;

/** `partition:place` pairs joined by `,`: the last place of each partition that is already known. Empty: nothing is. */
export const Cursor = z.string().check(
  z.regex(/^(\d+:\d+(,\d+:\d+)*)?$/, {
    error: should('be a cursor as answered by GET /events'),
  }),
);

/** Last known place by partition. A partition that is absent has nothing known. */
export type Positions = ReadonlyMap<number, number>;

export const formatCursor = (positions: Positions): string =>
  [...positions]
    .toSorted(([a], [b]) => a - b)
    .map(([partition, offset]) => `${partition}:${offset}`)
    .join(',');

/** @throws TypeError when `cursor` is not of {@link Cursor}'s form; parse it first. */
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

/** Whether a row at `position` arrived after what `known` already covers. */
export const isAfter = (position: Position, known: Positions): boolean =>
  position.offset > (known.get(position.partition) ?? -1);

/** Everything that either of them knows. */
export const furthest = (a: Positions, b: Positions): Map<number, number> => {
  const merged = new Map(a);
  for (const [partition, offset] of b) merged.set(partition, Math.max(offset, merged.get(partition) ?? -1));
  return merged;
};
