import { useEffect, useEffectEvent, useRef } from 'react';
import type { EventRow } from '@portico/contracts/http/events';
import { eventKey, isNamedBy, type EventsSearch } from '../events-search.ts';

export type StepsOptions = {
  rows: readonly EventRow[];
  /** The rows belong to an earlier question. */
  isBusy: boolean;
  search: EventsSearch;
  /** From 1. */
  page: number;
  hasMore: boolean;
  onSearchChange: (search: EventsSearch, options?: { replace: boolean }) => void;
};

/** The first or the last event of a page that is on its way. */
type Awaited = { page: number; end: 0 | -1 };

/** The row with this index takes the focus. */
const focusRow = (index: number) =>
  document.querySelector<HTMLElement>(`main tr[data-index="${index}"] [data-opener]`)?.focus();

/** Brings the row with this index into sight: one far away is not on the page until the list is scrolled to it. */
const showRow = (index: number) => {
  const rows = [...document.querySelectorAll<HTMLElement>('main tr[data-index]')];
  const frame = rows[0]?.closest('table')?.parentElement;
  if (!rows[0] || !frame) return;
  const row = rows.find((one) => one.dataset['index'] === String(index));
  const [seen, height] = [frame.getBoundingClientRect(), rows[0].offsetHeight];
  const { top, bottom } = row?.getBoundingClientRect() ?? { top: -Infinity, bottom: Infinity };
  // The names of the columns stay above the rows.
  if (top < seen.top + height || bottom > seen.bottom) frame.scrollTop = (index + 1) * height - seen.height / 2;
};

/** Going from the open event to the one before or after it in the list, over the pages. */
export const useSteps = ({ rows, isBusy, search, page, hasMore, onSearchChange }: StepsOptions) => {
  const awaited = useRef<Awaited | null>(null);
  const stepped = useRef<number | null>(null);
  const { open } = search;
  const index = open === undefined ? -1 : rows.findIndex((row) => isNamedBy(open, row));

  const stepTo = (event: EventRow, place: number) => {
    stepped.current = place;
    showRow(place);
    onSearchChange({ ...search, open: eventKey(event) }, { replace: true });
  };
  const turn = (to: number, end: 0 | -1) => {
    awaited.current = { page: to, end };
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
    const wanted = awaited.current;
    if (wanted === null || wanted.page !== at) return;
    awaited.current = null;
    const row = rows.at(wanted.end);
    if (row !== undefined) stepTo(row, wanted.end === 0 ? 0 : rows.length - 1);
  });
  useEffect(() => {
    if (!isBusy) arrive(page);
  }, [page, isBusy]);

  // The dialog gives the focus back to the row from which it was opened, unless another one was gone to since, or the viewer
  // has the focus elsewhere: beside the list, the page stays in use.
  useEffect(
    () => () => {
      if (stepped.current !== null && document.activeElement === document.body) focusRow(stepped.current);
    },
    [],
  );
  return step;
};
