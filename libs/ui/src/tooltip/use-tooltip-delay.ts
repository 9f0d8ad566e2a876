import { useEffect, useState, type RefObject } from 'react';

/** Milliseconds of hovering before a tooltip opens. */
const OPEN_AFTER_MS = 700;
/** Milliseconds after one tooltip closed in which the next one opens immediately. */
const SKIP_DELAY_MS = 300;

/** Whether a tooltip is open, or closed a moment ago. */
let isWarm = false;
let cooling: ReturnType<typeof setTimeout> | undefined;

const warm = () => {
  clearTimeout(cooling);
  isWarm = true;
};
const cool = () => {
  cooling = setTimeout(() => {
    isWarm = false;
  }, SKIP_DELAY_MS);
};

const isReachedByKeyboard = (trigger: HTMLElement | null) => trigger?.querySelector(':focus-visible') !== null;

/**
 * Whether a requested tooltip is visible now. The library's own delays do not support this: it keeps tooltips warm for at least half
 * a second.
 */
export const useTooltipDelay = (isWanted: boolean, trigger: RefObject<HTMLElement | null>): boolean => {
  const [isShown, setIsShown] = useState(false);
  if (isShown && !isWanted) setIsShown(false);
  useEffect(() => {
    if (!isWanted || isShown) return undefined;
    const delay = isWarm || isReachedByKeyboard(trigger.current) ? 0 : OPEN_AFTER_MS;
    const timer = setTimeout(() => setIsShown(true), delay);
    return () => clearTimeout(timer);
  }, [isWanted, isShown, trigger]);
  useEffect(() => {
    if (!isShown) return undefined;
    warm();
    return cool;
  }, [isShown]);
  return isShown && isWanted;
};
