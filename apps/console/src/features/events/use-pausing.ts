import { useEffect, useEffectEvent, useState } from 'react';
import { hasOverlay } from '@portico/ui/has-overlay';
import { isScrolledDown, listenForScroll } from './scrolling.ts';

const ROW = 'main tr[data-index]';
/** Elements that the viewer uses without leaving the row: an open event, and the pause bar. */
const BESIDE = '[role=dialog], [role=alertdialog], section[aria-label=Live]';

const isIn = (target: EventTarget | null, places: string): boolean =>
  target instanceof Element && target.closest(places) !== null;

/** @param set called with whether the keyboard is on a row */
const listenForRowFocus = (set: (isOnRow: boolean) => void): (() => void) => {
  let isByKey = false;
  const onKey = ({ key }: KeyboardEvent) => {
    // Escape closes what a row opened, even by mouse. The returned focus is not a keyboard move to the row.
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
 * Whether the keyboard focus is on a row, or in an element opened from it.
 * @param rows the initial rows, undefined while loading: another list may not contain the row
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

/** Automatic reasons for a pause: an open event, scrolling down, or the keyboard on a row. */
type Cause = 'reading' | 'scrolled' | 'focused';
/** Why the list is paused: by the viewer, or a {@link Cause}. */
export type PauseReason = 'viewer' | Cause;

export type Pausing = {
  /** Null while live. */
  reason: PauseReason | null;
  toggle: () => void;
};

type PausingOptions = {
  /** An event is open. */
  isReading: boolean;
  /** The range is over, so no pause is offered. */
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
 * Pauses live rows, so that what the viewer looks at stays in place: by the button, the space key, or automatically. An automatic
 * pause ends with its cause, an explicit one only explicitly. Resuming overrides the current causes until each has ended; a later
 * cause pauses again.
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
