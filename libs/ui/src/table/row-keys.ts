import type { KeyboardEvent } from 'react';

/** Rows per Page Up and Page Down. */
const PAGE = 10;

const STEPS: Readonly<Record<string, (here: number, last: number) => number>> = {
  ArrowDown: (here) => here + 1,
  ArrowUp: (here) => here - 1,
  j: (here) => here + 1,
  k: (here) => here - 1,
  PageDown: (here) => here + PAGE,
  PageUp: (here) => here - PAGE,
  Home: () => 0,
  End: (_, last) => last,
};

const indexOf = (element: Element): number => Number(element.closest('tr')?.dataset['index']);

/** The index of the row that a key moves to, from the button that opens a row; null for any other key. */
export const rowAfter = (event: KeyboardEvent<HTMLElement>, count: number): number | null => {
  const step = STEPS[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return null;
  event.preventDefault();
  return Math.min(Math.max(step(indexOf(event.currentTarget), count - 1), 0), count - 1);
};

/** The button that opens the row with this index, if that row is rendered. */
export const openerOf = (within: Element | null, index: number): HTMLElement | null =>
  within?.querySelector<HTMLElement>(`tr[data-index="${index}"] [data-opener]`) ?? null;

/** The key of the row around an element. */
export const keyAt = (element: Element | null): string | undefined => element?.closest('tr')?.dataset['key'];
