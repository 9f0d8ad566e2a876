import type { Learned, Span } from './model/learn.ts';
import type { Watched } from './model/watch.ts';
import type { Silence, StoredSpan } from './silence.entity.ts';

export const toSpan = ({ from, to }: StoredSpan): Span => ({ from: Date.parse(from), to: Date.parse(to) });
export const toStoredSpan = ({ from, to }: Span): StoredSpan => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

const laterOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

export const learnedOf = ({ learnedKind, profile, threshold }: Silence): Learned | null =>
  learnedKind && profile && typeof threshold === 'number' ? { kind: learnedKind, profile, threshold } : null;

/** Whether an integration is active. `maintenanceUntil`: end of the current maintenance; null without maintenance. */
export type Circumstances = { isActive: boolean; maintenanceUntil: number | null };

/** Converts a row for the detection of silence. Maintenance counts as a pause, unless the integration is already silent. */
export const toWatched = (row: Silence, { isActive, maintenanceUntil }: Circumstances): Watched => ({
  isActive,
  expectation: row.expectation,
  pausedUntil: laterOf(row.pausedUntil?.getTime() ?? null, row.state === 'silent' ? null : maintenanceUntil),
  learned: learnedOf(row),
  zone: row.zone,
  countedFrom: row.countedFrom?.getTime() ?? null,
});
