import { crc32 } from 'node:zlib';
import { epochOf, offsetOf, placeOf, type Positions } from '@portico/contracts/events/position';
import type { Mark } from './mark.ts';

/**
 * The settled part of a partition: the ingest has stored, rejected, or found to be a duplicate each record up to `place`. The ingest's
 * committed offset and its metadata contain this state.
 */
export type Settled = {
  /** Place of the last settled record; the place before the log's first record if no record is settled. */
  place: number;
  /** The last stored place at the time of the commit, -1 if none; null in a commit of an older version. */
  stored: number | null;
  mark: Mark | null;
};

/** The last stored place (epoch and offset in one number) of a partition. */
export type StoredPlace = { partition: number; place: number };

type SettledRecord = { position: { offset: number }; publishedAt: number; message: { value: Buffer | null } };

/** Returns the state whose last settled record is this record. @param stored - the last stored place. */
export const settledWith = ({ position, publishedAt, message }: SettledRecord, stored: number): Settled => ({
  place: position.offset,
  stored,
  mark: { offset: offsetOf(position.offset), publishedAt, sum: crc32(message.value ?? '') },
});

type Commit = { offset: string; metadata: string };

export function toCommit({ place, stored, mark }: Settled): Commit {
  // The place before a log's first record has the epoch of that log, so the epoch comes from the next place.
  const next = place + 1;
  const parts = [`epoch=${epochOf(next)}`, `stored=${stored ?? ''}`];
  if (mark) parts.push(`at=${mark.publishedAt}`, `sum=${mark.sum ?? ''}`);
  return { offset: String(offsetOf(next)), metadata: parts.join(';') };
}

/** Returns null if there is no commit. */
export function readCommit(offset: string, metadata: string | null | undefined): Settled | null {
  const next = Number(offset);
  if (next < 0) return null;
  const number = (name: string): number | null => {
    const [, digits] = new RegExp(`(?:^|;)${name}=(-?\\d{1,16})(?:;|$)`).exec(metadata ?? '') ?? [];
    return digits === undefined ? null : Number(digits);
  };
  const publishedAt = number('at');
  return {
    place: placeOf(number('epoch') ?? 0, next) - 1,
    stored: number('stored'),
    mark: publishedAt === null || next === 0 ? null : { offset: next - 1, publishedAt, sum: number('sum') },
  };
}

/**
 * Returns the positions up to which a list is complete. `stored`: the stored positions when the list was read. The list extends to the
 * settled position of a partition if it contains the partition's last stored row, because all later records are rejected or duplicates.
 */
export function coveredBy(stored: Positions, settled: ReadonlyMap<number, Settled>): Positions {
  const covered = new Map(stored);
  for (const [partition, { place, stored: needed }] of settled) {
    const known = stored.get(partition) ?? -1;
    if (needed !== null && known >= needed && place > known) covered.set(partition, place);
  }
  return covered;
}
