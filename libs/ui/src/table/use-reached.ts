import { useEffect, useState } from 'react';

const REACHES = ['scroll', 'pointerenter', 'focusin', 'touchstart'] as const;

/** Whether the viewer has interacted with the scrolling element, or can see more than `most` pixels of its height. */
export const useReached = (frame: HTMLElement | null, most: number): boolean => {
  const [isReached, setIsReached] = useState(false);
  useEffect(() => {
    if (frame === null) return undefined;
    const reach = () => setIsReached(true);
    if (frame.clientHeight > most) reach();
    for (const event of REACHES) frame.addEventListener(event, reach, { once: true, passive: true });
    return () => {
      for (const event of REACHES) frame.removeEventListener(event, reach);
    };
  }, [frame, most]);
  return isReached;
};
