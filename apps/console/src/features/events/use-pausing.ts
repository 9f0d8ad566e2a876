import { useEffect, useEffectEvent, useState } from 'react';
import { hasOverlay } from '@portico/ui/has-overlay';
import { isScrolledDown, listenForScroll } from './scrolling.ts';

const ROW = 'main tr[data-index]';
/** Dialogs, the open event, and the live bar. A viewer who uses one of these elements still counts as on the row. */
const OVERLAYS = '[role=dialog], [role=alertdialog], section[aria-label=Live]';

const CONTROLS = 'a, button, input, textarea, select, [contenteditable], [role=menu], [role=dialog], [role=slider]';

const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** Calls `set` when the keyboard moves the focus to a row, and when the viewer leaves the row. */
const listenForRowFocus = (set: (isOnRow: boolean) => void): (() => void) => {
  let isByKey = false;
  const onKey = ({ key }: KeyboardEvent) => {
    // Escape closes an open event and returns the focus to the row. This focus does not count as set by the keyboard, because the viewer
    // may have opened the event by mouse.
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
 * Whether the keyboard focus is on a row, or in an element that the viewer opened from a row.
 * @param rows the response with the rows; undefined while loading. A new response may not contain the row with the focus.
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

/** Causes of an automatic pause: an open event, scrolling down, or the keyboard focus on a row. */
const CAUSES = ['reading', 'scrolled', 'focused'] as const;
type Cause = (typeof CAUSES)[number];
export type PauseReason = 'viewer' | Cause;

export type Pausing = {
  /** Null while the list is live. */
  reason: PauseReason | null;
  toggle: () => void;
};

type PausingOptions = {
  /** Whether an event is open. */
  isReading: boolean;
  /** Whether the time range has ended. The space key then does not pause. */
  isPast: boolean;
  /** The response with the rows; undefined while loading. */
  rows: unknown;
};

/** Listens for the space key, unless the focused element uses it. */
const listenForSpace = (toggle: () => void): (() => void) => {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== ' ' || event.defaultPrevented || event.repeat) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isIn(event.target, CONTROLS)) return;
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
 * Pauses the live list, so that the visible rows stay in place. A viewer pauses with the button or the space key, and ends the pause the
 * same way. A {@link Cause} pauses the list until the cause ends. If the viewer resumes the list earlier, the list ignores this cause until
 * it ends.
 */
export const usePausing = ({ isReading, isPast, rows }: PausingOptions): Pausing => {
  const [isAsked, setIsAsked] = useState(false);
  const [overruled, setOverruled] = useState<readonly Cause[]>([]);
  const isScrolled = useScrolledDown();
  const focus = useRowFocus(rows);
  const causes: Record<Cause, boolean> = { reading: isReading, scrolled: isScrolled, focused: focus.isOnRow };
  const stillOverruled = overruled.filter((cause) => causes[cause]);
  if (stillOverruled.length < overruled.length) setOverruled(stillOverruled);
  const holding = CAUSES.filter((cause) => causes[cause] && !stillOverruled.includes(cause));
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
