import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Milliseconds without a question to the server after which the screen has what it shows. */
const QUIET_MS = 1_000;
/** At the latest, because a screen may keep asking. */
const LATEST_MS = 8_000;
/** Scripts that are loaded after this mark are no part of the first load. */
const MARK = 'portico:screen';

/** False until the first screen has what it asked for: what is beside it comes after it. */
export const useScreenShown = (): boolean => {
  const { queryClient } = useRouteContext({ from: '/_portal' });
  const [isShown, setIsShown] = useState(() => performance.getEntriesByName(MARK).length > 0);
  useEffect(() => {
    if (isShown) return;
    const show = () => {
      performance.mark(MARK);
      setIsShown(true);
    };
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(quiet);
      if (queryClient.isFetching() === 0) quiet = setTimeout(show, QUIET_MS);
    };
    look();
    const stop = queryClient.getQueryCache().subscribe(look);
    const latest = setTimeout(show, LATEST_MS);
    return () => {
      stop();
      clearTimeout(quiet);
      clearTimeout(latest);
    };
  }, [isShown, queryClient]);
  return isShown;
};
