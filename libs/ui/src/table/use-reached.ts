import { useEffect, useState } from 'react';

const REACH_EVENTS = ['scroll', 'pointerenter', 'focusin', 'touchstart'] as const;

/** Whether the viewer has interacted with the scrolling element, or can see more than `maxHeight` pixels of its height. */
export const useReached = (frame: HTMLElement | null, maxHeight: number): boolean => {
  const [isReached, setIsReached] = useState(false);
  useEffect(() => {
    if (frame === null) return undefined;
    const reach = () => setIsReached(true);
    if (frame.clientHeight > maxHeight) reach();
    for (const event of REACH_EVENTS) frame.addEventListener(event, reach, { once: true, passive: true });
    return () => {
      for (const event of REACH_EVENTS) frame.removeEventListener(event, reach);
    };
  }, [frame, maxHeight]);
  return isReached;
};
