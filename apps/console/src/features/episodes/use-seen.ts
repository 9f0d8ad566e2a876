import { type RefObject, useEffect, useState } from 'react';

/** Whether an element has been in sight, or nearly: what is asked for rows is asked for those that somebody sees. */
export const useSeen = (element: RefObject<Element | null>): boolean => {
  // Without a way to know, everything is in sight.
  const [isSeen, setIsSeen] = useState(() => !('IntersectionObserver' in globalThis));
  useEffect(() => {
    if (isSeen || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
      },
      { rootMargin: '25%' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isSeen]);
  return isSeen;
};
