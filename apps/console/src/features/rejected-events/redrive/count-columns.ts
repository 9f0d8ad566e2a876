import { formatNumber, type Column } from '@portico/ui';
import type { CountRow } from './outcome-texts.ts';

/** Results of events with their counts. */
export const COUNT_COLUMNS: readonly Column<CountRow>[] = [
  { id: 'text', header: 'Events', inCard: 'title', cell: ({ text }) => text },
  { id: 'count', header: 'Count', inCard: 'titleEnd', cell: ({ count }) => formatNumber(count) },
];
