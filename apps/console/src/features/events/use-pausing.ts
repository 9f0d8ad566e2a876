import { useEffect, useEffectEvent, useState } from 'react';
import { hasOverlay } from '@portico/ui/has-overlay';
import { isScrolledDown, listenForScroll } from './scrolling.ts';

const ROW = 'main tr[data-index]';
/** Selects elements whose use does not count as leaving the row: dialogs, the open event, and the live bar. */
const OVERLAYS = '[role=dialog], [role=alertdialog], section[aria-label=Live]';

const isIn = (target: EventTarget | null, places: string): boolean =>
  target instanceof Element && target.closest(places) !== null;

/** Calls `set` with whether the keyboard focus is on a row. */
const listenForRowFocus = (set: (isOnRow: boolean) => void): (() => void) => {
  let isByKey = false;
  const onKey = ({ key }: KeyboardEvent) => {
    // Escape closes an event, even one opened by mouse. The focus that then returns to the row is not a keyboard move.
    isByKey = key !== 'Escape';
  };
  const onPointer = ({ target }: Event) => {
    isByKey = false;
    if (!isIn(target, `${ROW}, ${OVERLAYS}`)) set(false);
  };
  const onFocus = ({ target }: Event) => {
    if (isIn(target, `${ROW} [data-opener]`)) {
      if (isByKey) set(true);
    } else if (!isIn(target, OVERLAYS)) set(false);
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
 * Whether the keyboard focus is on a row, or in an element opened from it.
 * @param rows the initial rows; undefined while loading. New rows are checked, because they may not contain the focused row.
 */
const useRowFocus = (rows: unknown) => {
  const [isOnRow, setIsOnRow] = useState(false);
  useEffect(() => listenForRowFocus(setIsOnRow), []);
  const look = useEffectEvent((shown: unknown) => {
    if (shown !== undefined && document.activeElement === document.body) setIsOnRow(false);
  });
  useEffect(() => {
    const frameId = requestAnimationFrame(() => look(rows));
    return () => cancelAnimationFrame(frameId);
  }, [rows]);
  return { isOnRow, leave: () => setIsOnRow(false) };
};

/** Automatic reasons for a pause: an open event, scrolling down, or the keyboard on a row. */
type Cause = 'reading' | 'scrolled' | 'focused';
/** Why the list is paused: because of the viewer, or because of a {@link Cause}. */
export type PauseReason = 'viewer' | Cause;

export type Pausing = {
  /** Why the list is paused; null while the list is live. */
  reason: PauseReason | null;
  toggle: () => void;
};

type PausingOptions = {
  /** Whether an event is open. */
  isReading: boolean;
  /** Whether the time range has ended, so that no pause is offered. */
  isPast: boolean;
  /** The initial rows. */
  rows: unknown;
};

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('a, button, input, textarea, select, [contenteditable], [role=menu], [role=dialog], [role=slider]') !==
    null;

/** Listens for the space key, unless the focused element uses it. */
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
 * Pauses live rows, so that the visible rows stay in place: by button, by space key, or automatically. An automatic pause ends with its
 * cause; a pause by the viewer ends only when the viewer resumes. Resuming ignores the current causes until each cause has ended. A
 * later cause pauses again.
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
