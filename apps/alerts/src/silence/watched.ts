import type { Learned, Span } from './model/learn.ts';
import type { Watched } from './model/watch.ts';
import type { Silence, StoredSpan } from './silence.entity.ts';

export const toSpan = ({ from, to }: StoredSpan): Span => ({ from: Date.parse(from), to: Date.parse(to) });
export const toStoredSpan = ({ from, to }: Span): StoredSpan => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

export const learnedOf = ({ learnedKind, profile, threshold }: Silence): Learned | null =>
  learnedKind && profile && typeof threshold === 'number' ? { kind: learnedKind, profile, threshold } : null;

export const toWatched = (row: Silence, isActive: boolean): Watched => ({
  isActive,
  expectation: row.expectation,
  pausedUntil: row.pausedUntil?.getTime() ?? null,
  learned: learnedOf(row),
  zone: row.zone,
  countedFrom: row.countedFrom?.getTime() ?? null,
});
