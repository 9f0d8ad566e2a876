import type { RedriveCounts, RedriveOutcome, Redrive } from '@portico/contracts/http/redrives';

/** Texts of predicted results, in display order. */
const PREVIEW_TEXTS: Record<keyof RedriveCounts, string> = {
  published: 'Would be accepted',
  rejected: 'Would be rejected again',
  conflict: 'Correction does not apply',
  unchanged: 'Would not change',
  listed: 'Already listed',
};
const RESULT_TEXTS: Record<keyof RedriveCounts, string> = {
  published: 'Published',
  rejected: 'Rejected again',
  conflict: 'Correction did not apply',
  unchanged: 'Not changed',
  listed: 'Already listed',
};
const ORDER: readonly (keyof RedriveCounts)[] = ['published', 'rejected', 'conflict', 'unchanged', 'listed'];

export type CountRow = { id: keyof RedriveCounts; text: string; count: number };

/** @param isOver - true for results of a correction run, false for predicted results */
export const countRows = (counts: RedriveCounts, isOver: boolean): CountRow[] =>
  ORDER.map((id) => ({ id, text: (isOver ? RESULT_TEXTS : PREVIEW_TEXTS)[id], count: counts[id] }));

export const outcomeText = (outcome: RedriveOutcome): string =>
  outcome === 'sending' ? 'Sent' : PREVIEW_TEXTS[outcome];

/** Number of events that a correction run has processed. */
export const doneOf = ({ counts }: Pick<Redrive, 'counts'>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

export const STATE_TEXTS: Record<Redrive['state'], string> = {
  running: 'Running',
  paused: 'Paused',
  interrupted: 'Interrupted',
  aborted: 'Aborted',
  done: 'Done',
};
