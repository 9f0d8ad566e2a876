import { useEffect, useEffectEvent, useState } from 'react';
import { isScrolledDown, listenForScroll } from './scrolling.ts';

/** Why nothing moves: the viewer said so, has scrolled down, or has an event open. */
export type PauseReason = 'viewer' | 'scrolled' | 'reading';

export type Pausing = {
  /** Null while rows come. */
  reason: PauseReason | null;
  toggle: () => void;
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
    if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return;
    event.preventDefault();
    toggle();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
};

/**
 * When rows stop coming, so that what the viewer looks at keeps its place: by the button, the space key, scrolling down, or
 * opening an event. What began by scrolling ends at the top again, what began by opening ends with closing; what the
 * viewer asked for ends when the viewer says so. Whoever goes on while scrolled down is not paused again until next time.
 */
export const usePausing = (isReading: boolean): Pausing => {
  const [isAsked, setIsAsked] = useState(false);
  const [isScrolled, setIsScrolled] = useState(false);
  /** Rows come although the viewer has scrolled down, or is reading: they were told to. */
  const [isOverruled, setIsOverruled] = useState(false);
  const automatic = isReading ? 'reading' : isScrolled ? 'scrolled' : null;
  const reason: PauseReason | null = isAsked ? 'viewer' : isOverruled ? null : automatic;

  const toggle = () => {
    setIsAsked(reason === null);
    setIsOverruled(reason !== null);
  };
  const onSpace = useEffectEvent(toggle);
  const onScroll = useEffectEvent(() => {
    const isDown = isScrolledDown();
    if (isDown === isScrolled) return;
    setIsScrolled(isDown);
    setIsOverruled(false);
  });
  useEffect(() => listenForSpace(() => onSpace()), []);
  useEffect(() => listenForScroll(() => onScroll()), []);
  return { reason, toggle };
};
