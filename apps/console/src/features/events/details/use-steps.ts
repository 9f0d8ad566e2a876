import { useEffect, useEffectEvent, useRef } from 'react';
import type { EventRow } from '@portico/contracts/http/events';
import { eventKey, isNamedBy, type EventsSearch } from '../events-search.ts';

export type StepsOptions = {
  rows: readonly EventRow[];
  /** Whether the rows belong to an earlier query. */
  isBusy: boolean;
  search: EventsSearch;
  /** The page number, starting at 1. */
  page: number;
  hasMore: boolean;
  onSearchChange: (search: EventsSearch, options?: { replace: boolean }) => void;
};

/** The first (`0`) or last (`-1`) event of a page that is loading. */
type PendingStep = { page: number; end: 0 | -1 };

/** Focuses the row with this index. */
const focusRow = (index: number) =>
  document.querySelector<HTMLElement>(`main tr[data-index="${index}"] [data-opener]`)?.focus();

/** Scrolls the row with this index into view. A distant row is rendered only after scrolling. */
const showRow = (index: number) => {
  const rows = [...document.querySelectorAll<HTMLElement>('main tr[data-index]')];
  const frame = rows[0]?.closest('table')?.parentElement;
  if (!rows[0] || !frame) return;
  const row = rows.find((one) => one.dataset['index'] === String(index));
  const [viewport, height] = [frame.getBoundingClientRect(), rows[0].offsetHeight];
  const { top, bottom } = row?.getBoundingClientRect() ?? { top: -Infinity, bottom: Infinity };
  // The header covers the top of the rows.
  if (top < viewport.top + height || bottom > viewport.bottom)
    frame.scrollTop = (index + 1) * height - viewport.height / 2;
};

/** Steps from the open event to the previous or next event in the list, across pages. */
export const useSteps = ({ rows, isBusy, search, page, hasMore, onSearchChange }: StepsOptions) => {
  const pendingStep = useRef<PendingStep | null>(null);
  const stepped = useRef<number | null>(null);
  const { open } = search;
  const index = open === undefined ? -1 : rows.findIndex((row) => isNamedBy(open, row));

  const stepTo = (event: EventRow, place: number) => {
    stepped.current = place;
    showRow(place);
    onSearchChange({ ...search, open: eventKey(event) }, { replace: true });
  };
  const turn = (to: number, end: 0 | -1) => {
    pendingStep.current = { page: to, end };
    onSearchChange({ ...search, page: to === 1 ? undefined : to }, { replace: true });
  };
  const step = (by: -1 | 1): (() => void) | null => {
    if (index < 0 || isBusy) return null;
    const next = rows[index + by];
    if (next !== undefined) return () => stepTo(next, index + by);
    if (by > 0) return hasMore ? () => turn(page + 1, 0) : null;
    return page > 1 ? () => turn(page - 1, -1) : null;
  };

  const arrive = useEffectEvent((at: number) => {
    const target = pendingStep.current;
    if (target === null || target.page !== at) return;
    pendingStep.current = null;
    const row = rows.at(target.end);
    if (row !== undefined) stepTo(row, target.end === 0 ? 0 : rows.length - 1);
  });
  useEffect(() => {
    if (!isBusy) arrive(page);
  }, [page, isBusy]);

  // The dialog returns the focus to the row that opened it. If the viewer has stepped to another event, the row of that event gets
  // the focus instead, unless the viewer has moved the focus elsewhere.
  useEffect(
    () => () => {
      if (stepped.current !== null && document.activeElement === document.body) focusRow(stepped.current);
    },
    [],
  );
  return step;
};
