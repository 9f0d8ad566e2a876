import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { whenLoaded } from './when-loaded.ts';

/** The performance mark at the end of the first load. Scripts loaded after this mark do not count toward the first load. */
const SCREEN_MARK = 'portico:screen';

/** Whether the first screen has its data. The remaining parts load after that. */
export const useScreenShown = (): boolean => {
  const { queryClient } = useRouteContext({ from: '/_portal' });
  const [isShown, setIsShown] = useState(() => performance.getEntriesByName(SCREEN_MARK).length > 0);
  useEffect(() => {
    if (isShown) return;
    return whenLoaded(queryClient, () => {
      performance.mark(SCREEN_MARK);
      setIsShown(true);
    });
  }, [isShown, queryClient]);
  return isShown;
};

/** Milliseconds between the first screen and the loading of rarely viewed data. */
const SETTLED_MS = 5_000;

/** Whether the first screen has been shown for at least {@link SETTLED_MS}. */
export const useScreenSettled = (): boolean => {
  const isShown = useScreenShown();
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setIsSettled(true), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  return isSettled;
};
