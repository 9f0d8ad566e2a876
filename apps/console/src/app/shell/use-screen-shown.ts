import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { whenLoaded } from './when-loaded.ts';

/** Scripts that are loaded after this mark are no part of the first load. */
const MARK = 'portico:screen';

/** False until the first screen has what it asked for: what is beside it comes after it. */
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
