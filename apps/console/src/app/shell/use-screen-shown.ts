import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { whenLoaded } from './when-loaded.ts';

/** Scripts loaded after this mark do not count toward the first load. */
const MARK = 'portico:screen';

/** False until the first screen has its data; everything else loads afterwards. */
export const useScreenShown = (): boolean => {
  const { queryClient } = useRouteContext({ from: '/_portal' });
  const [isShown, setIsShown] = useState(() => performance.getEntriesByName(MARK).length > 0);
  useEffect(() => {
    if (isShown) return;
    return whenLoaded(queryClient, () => {
      performance.mark(MARK);
      setIsShown(true);
    });
  }, [isShown, queryClient]);
  return isShown;
};

/** Milliseconds after the first screen before rarely viewed data loads. */
const SETTLED_MS = 5_000;

/** Whether the first screen has been shown for a while. */
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
