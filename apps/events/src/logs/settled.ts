import { crc32 } from 'node:zlib';
import { epochOf, offsetOf, placeOf, type Positions } from '@portico/contracts/events/position';
import type { Mark } from './mark.ts';

/**
 * How far a partition is settled: each record up to it was stored, rejected, or a duplicate. Stored in the ingest's committed offset
 * and its metadata.
 */
export type Settled = {
  /** Place of the last settled record; before the first of its log if there is none. */
  place: number;
  /** The last stored place at the time of the commit, -1 without any; null: written by a version without it. */
  stored: number | null;
  /** Fingerprint of the last settled record. */
  mark: Mark | null;
};

/** How far one partition is stored. */
export type StoredPlace = { partition: number; place: number };

type Record = { position: { offset: number }; publishedAt: number; message: { value: Buffer | null } };

/**
 * The state after settling this record.
 * @param stored - the last stored place.
 */
export const settledWith = ({ position, publishedAt, message }: Record, stored: number): Settled => ({
  place: position.offset,
  stored,
  mark: { offset: offsetOf(position.offset), publishedAt, sum: crc32(message.value ?? '') },
});

type Commit = { offset: string; metadata: string };

/** The commit for a settled state. */
export function toCommit({ place, stored, mark }: Settled): Commit {
  // A place before the first one of a log belongs to that log: its next record is the first.
  const next = place + 1;
  const parts = [`epoch=${epochOf(next)}`, `stored=${stored ?? ''}`];
  if (mark) parts.push(`at=${mark.publishedAt}`, `sum=${mark.sum ?? ''}`);
  return { offset: String(offsetOf(next)), metadata: parts.join(';') };
}

/** Null without a commit. */
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
 * The position up to which a list is complete that was read at these stored positions: the settled position, if the list contains
 * everything stored up to it. Records between the last stored and the settled position were rejected or duplicates.
 */
export function coveredBy(stored: Positions, settled: ReadonlyMap<number, Settled>): Positions {
  const covered = new Map(stored);
  for (const [partition, { place, stored: needed }] of settled) {
    const known = stored.get(partition) ?? -1;
    if (needed !== null && known >= needed && place > known) covered.set(partition, place);
  }
  return covered;
}
