import { crc32 } from 'node:zlib';
import { epochOf, offsetOf, placeOf, type Positions } from '@portico/contracts/events/position';
import type { Mark } from './mark.ts';

/**
 * How far a partition is settled: up to there each record was stored, rejected, or found to be published before. Stands in
 * the ingest's committed offset and its metadata.
 */
export type Settled = {
  /** Place of the last settled record; that before the first of its log when none is. */
  place: number;
  /** The last stored place when this was committed, -1 when there was none; null: written by a version that did not say. */
  stored: number | null;
  /** Recognises the last settled record. */
  mark: Mark | null;
};

/** How far one partition is stored. */
export type StoredPlace = { partition: number; place: number };

type Record = { position: { offset: number }; publishedAt: number; message: { value: Buffer | null } };

/** Settled up to this record, which is the last one. @param stored - the last stored place. */
export const settledWith = ({ position, publishedAt, message }: Record, stored: number): Settled => ({
  place: position.offset,
  stored,
  mark: { offset: offsetOf(position.offset), publishedAt, sum: crc32(message.value ?? '') },
});

export type Commit = { offset: string; metadata: string };

/** As an offset to commit. */
export function toCommit({ place, stored, mark }: Settled): Commit {
  // A place before the first one of a log belongs to that log: its next record is the first.
  const next = place + 1;
  const parts = [`epoch=${epochOf(next)}`, `stored=${stored ?? ''}`];
  if (mark) parts.push(`at=${mark.publishedAt}`, `sum=${mark.sum ?? ''}`);
  return { offset: String(offsetOf(next)), metadata: parts.join(';') };
}

/** Null when nothing was committed. */
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
 * What a list knows that was read when these were the stored places: all that is settled, as far as everything stored by
 * then is in it. Whatever lies between the last stored place and the settled one was rejected or published before.
 */
export function coveredBy(stored: Positions, settled: ReadonlyMap<number, Settled>): Positions {
  const covered = new Map(stored);
  for (const [partition, { place, stored: needed }] of settled) {
    const known = stored.get(partition) ?? -1;
    if (needed !== null && known >= needed && place > known) covered.set(partition, place);
  }
  return covered;
}
