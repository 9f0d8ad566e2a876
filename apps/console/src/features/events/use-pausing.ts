import { useEffect, useEffectEvent, useState } from 'react';
import { hasOverlay } from '@portico/ui/has-overlay';
import { isScrolledDown, listenForScroll } from './scrolling.ts';

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
const useRowFocus = (rows: unknown) => {
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

/** What pauses the list by itself: an open event, scrolling down, or the keyboard on a row. */
type Cause = 'reading' | 'scrolled' | 'focused';
/** Why nothing moves: the viewer said so, or a {@link Cause}. */
export type PauseReason = 'viewer' | Cause;

export type Pausing = {
  /** Null while rows come. */
  reason: PauseReason | null;
  toggle: () => void;
};

export type PausingOptions = {
  /** An event is open. */
  isReading: boolean;
  /** The list is of a past range: the viewer is not offered a pause. */
  isPast: boolean;
  /** What the list began with. */
  rows: unknown;
};

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('a, button, input, textarea, select, [contenteditable], [role=menu], [role=dialog], [role=slider]') !==
    null;

/** Space, while it means nothing to what has the focus. */
const listenForSpace = (toggle: () => void): (() => void) => {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== ' ' || event.defaultPrevented || event.repeat) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isControl(event.target)) return;
    if (hasOverlay()) return;
    event.preventDefault();
    toggle();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
};

const useScrolledDown = (): boolean => {
  const [isScrolled, setIsScrolled] = useState(false);
  useEffect(() => listenForScroll(() => setIsScrolled(isScrolledDown())), []);
  return isScrolled;
};

/**
 * When rows stop coming, so that what the viewer looks at keeps its place: by the button, the space key, or a cause. A
 * pause by a cause ends with the cause, one that the viewer asked for when the viewer says so. Resuming overrules the
 * causes of that moment until each has ended, and no later one: the next event that is opened pauses again.
 */
export const usePausing = ({ isReading, isPast, rows }: PausingOptions): Pausing => {
  const [isAsked, setIsAsked] = useState(false);
  const [overruled, setOverruled] = useState<readonly Cause[]>([]);
  const isScrolled = useScrolledDown();
  const focus = useRowFocus(rows);
  const causes: Record<Cause, boolean> = { reading: isReading, scrolled: isScrolled, focused: focus.isOnRow };
  const stillOverruled = overruled.filter((cause) => causes[cause]);
  if (stillOverruled.length < overruled.length) setOverruled(stillOverruled);
  const holding = (['reading', 'scrolled', 'focused'] as const).filter(
    (cause) => causes[cause] && !stillOverruled.includes(cause),
  );
  const reason: PauseReason | null = isAsked ? 'viewer' : (holding[0] ?? null);

  const toggle = () => {
    setIsAsked(reason === null);
    if (reason === null) return;
    setOverruled([...stillOverruled, ...holding]);
    focus.leave();
  };
  const onSpace = useEffectEvent(toggle);
  useEffect(() => (isPast ? undefined : listenForSpace(() => onSpace())), [isPast]);
  return { reason, toggle };
};
