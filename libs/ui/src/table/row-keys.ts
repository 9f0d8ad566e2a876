import type { KeyboardEvent } from 'react';

/** Number of rows that Page Up and Page Down move. */
const PAGE = 10;

const STEPS: Readonly<Record<string, (current: number, last: number) => number>> = {
  ArrowDown: (current) => current + 1,
  ArrowUp: (current) => current - 1,
  j: (current) => current + 1,
  k: (current) => current - 1,
  PageDown: (current) => current + PAGE,
  PageUp: (current) => current - PAGE,
  Home: () => 0,
  End: (_, last) => last,
};

const indexOf = (element: Element): number => Number(element.closest('tr')?.dataset['index']);

/** The index of the row to which a navigation key moves the focus from the current row; null for any other key. */
export const rowAfter = (event: KeyboardEvent<HTMLElement>, count: number): number | null => {
  const step = STEPS[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return null;
  event.preventDefault();
  return Math.min(Math.max(step(indexOf(event.currentTarget), count - 1), 0), count - 1);
};

/** The button that opens the row with this index; null if the row is not rendered. */
export const openerOf = (within: Element | null, index: number): HTMLElement | null =>
  within?.querySelector<HTMLElement>(`tr[data-index="${index}"] [data-opener]`) ?? null;

/** The key (see `rowKey`) of the row that contains an element. */
export const keyAt = (element: Element | null): string | undefined => element?.closest('tr')?.dataset['key'];
