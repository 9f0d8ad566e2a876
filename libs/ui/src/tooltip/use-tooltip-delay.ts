import { useEffect, useState, type RefObject } from 'react';

/** How long a control is pointed at before its tooltip opens. */
const OPEN_AFTER_MS = 700;
/** How long after one tooltip closed the next one opens without delay. */
const SKIP_DELAY_MS = 300;

/** A tooltip is open, or one closed a moment ago. */
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
 * Whether a tooltip that is wanted is shown by now. The library's own delays cannot say this: it keeps tooltips warm
 * for at least half a second.
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
