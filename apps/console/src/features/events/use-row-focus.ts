import { useEffect, useEffectEvent, useState } from 'react';

const ROW = 'main tr[data-index]';
/** What the viewer turns to without leaving the row: an open event, and the bar that pauses and resumes. */
const BESIDE = '[role=dialog], [role=alertdialog], section[aria-label=Live]';

const isIn = (target: EventTarget | null, places: string): boolean =>
  target instanceof Element && target.closest(places) !== null;

/** @param set hears whether the keyboard is on a row */
const listenForRowFocus = (set: (isOnRow: boolean) => void): (() => void) => {
  let isByKey = false;
  const onKey = ({ key }: KeyboardEvent) => {
    // Escape closes what was opened from a row, with the mouse too: that gives the focus back, and is no walk to the row.
    isByKey = key !== 'Escape';
  };
  const onPointer = ({ target }: Event) => {
    isByKey = false;
    if (!isIn(target, `${ROW}, ${BESIDE}`)) set(false);
  };
  const onFocus = ({ target }: Event) => {
    if (isIn(target, `${ROW} [data-opener]`)) {
      if (isByKey) set(true);
    } else if (!isIn(target, BESIDE)) set(false);
  };
  document.addEventListener('keydown', onKey, true);
  document.addEventListener('pointerdown', onPointer, true);
  document.addEventListener('focusin', onFocus, true);
  return () => {
    document.removeEventListener('keydown', onKey, true);
    document.removeEventListener('pointerdown', onPointer, true);
    document.removeEventListener('focusin', onFocus, true);
  };
};

/**
 * Whether a viewer who uses the keyboard is on a row, or beside it in what they opened from there.
 * @param rows what the list began with, undefined until it is there: another list may have no such row any more
 */
export const useRowFocus = (rows: unknown) => {
  const [isOnRow, setIsOnRow] = useState(false);
  useEffect(() => listenForRowFocus(setIsOnRow), []);
  const look = useEffectEvent((shown: unknown) => {
    if (shown !== undefined && document.activeElement === document.body) setIsOnRow(false);
  });
  useEffect(() => {
    const drawn = requestAnimationFrame(() => look(rows));
    return () => cancelAnimationFrame(drawn);
  }, [rows]);
  return { isOnRow, leave: () => setIsOnRow(false) };
};
