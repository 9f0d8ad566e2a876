import { formatNumber, type Column } from '@portico/ui';
import type { CountRow } from './outcome-texts.ts';

/** Columns of a table that counts events by result. */
export const COUNT_COLUMNS: readonly Column<CountRow>[] = [
  { id: 'text', header: 'Events', inCard: 'title', cell: ({ text }) => text },
  { id: 'count', header: 'Count', inCard: 'titleEnd', cell: ({ count }) => formatNumber(count) },
];
