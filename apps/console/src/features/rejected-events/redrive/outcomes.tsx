import type { RedriveCounts, RedriveOutcome, Redrive } from '@portico/contracts/http/redrives';
import { type Column, formatNumber, Table } from '@portico/ui';

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

type CountRow = { id: keyof RedriveCounts; text: string; count: number };

const COLUMNS: readonly Column<CountRow>[] = [
  { id: 'text', header: 'Events', inCard: 'title', cell: ({ text }) => text },
  { id: 'count', header: 'Count', inCard: 'titleEnd', cell: ({ count }) => formatNumber(count) },
];

type OutcomesProps = {
  label: string;
  counts: RedriveCounts;
  /** Whether the counts are results of a correction run. Otherwise they are predictions. */
  areResults: boolean;
};

export const Outcomes = ({ label, counts, areResults }: OutcomesProps) => (
  <Table
    label={label}
    columns={COLUMNS}
    rows={ORDER.map((id) => ({ id, text: (areResults ? RESULT_TEXTS : PREVIEW_TEXTS)[id], count: counts[id] }))}
    rowKey={({ id }) => id}
    empty={null}
  />
);

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
