import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLive } from '../../api/use-api.ts';
import type { eventListQuery } from './events.queries.ts';

/** How long a list may be without its connection before it is loaded again and again, in milliseconds. */
const NOT_LIVE_MS = 5_000;
/** How often it is loaded again, in milliseconds. */
export const POLL_MS = 10_000;

/** Whether the connection has been missing for a while: a proxy may block it for good. */
const useIsLost = (): boolean => {
  const live = useLive();
  const { state } = useSyncExternalStore(live.onHealth, live.health);
  const isMissing = state === 'connecting' || state === 'reconnecting';
  const [isLost, setIsLost] = useState(false);
  useEffect(() => {
    if (!isMissing) return undefined;
    const timer = setTimeout(() => setIsLost(true), NOT_LIVE_MS);
    return () => {
      clearTimeout(timer);
      setIsLost(false);
    };
  }, [isMissing]);
  return isMissing && isLost;
};

/**
 * Loads the list again while it is not live. @param isStill it is paused, or of the past
 * @returns whether it is current by that
 */
export const usePolling = (list: ReturnType<typeof eventListQuery>, isStill: boolean): boolean => {
  const isPolling = useIsLost() && !isStill;
  const { isError } = useQuery({
    ...list,
    enabled: isPolling,
    refetchInterval: isPolling && POLL_MS,
    staleTime: 0,
    // The next one comes soon, and the list says meanwhile that it reconnects.
    retry: false,
    meta: { isQuiet: true },
  });
  return isPolling && !isError;
};
