import { type RefObject, useEffect, useState } from 'react';

/** Returns true once an element has been in or near the viewport. */
export const useSeen = (element: RefObject<Element | null>): boolean => {
  // Without IntersectionObserver, everything counts as visible.
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
