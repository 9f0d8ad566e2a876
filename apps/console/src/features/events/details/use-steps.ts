import { useEffect, useEffectEvent, useRef } from 'react';
import type { EventRow } from '@portico/contracts/http/events';
import { eventKey, isNamedBy, type EventsSearch } from '../events-search.ts';

export type StepsOptions = {
  rows: readonly EventRow[];
  /** Whether the rows belong to an earlier query. */
  isBusy: boolean;
  search: EventsSearch;
  page: number;
  hasMore: boolean;
  onSearchChange: (search: EventsSearch, options?: { replace: boolean }) => void;
};

/** A step to the first (`end` 0) or last (`end` -1) event of a page that is loading. */
type PendingStep = { page: number; end: 0 | -1 };

/** Scrolls the row at `index` into view. The table renders a distant row only after scrolling. */
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

/** Steps from the open event to the previous (-1) or next (1) event in the list, across pages. */
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

  // A closing dialog returns the focus to the row that opened it. After steps to another event, the row of that event gets the focus,
  // unless the viewer has moved the focus.
  useEffect(
    () => () => {
      if (stepped.current === null || document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>(`main tr[data-index="${stepped.current}"] [data-opener]`)?.focus();
    },
    [],
  );
  return step;
};
