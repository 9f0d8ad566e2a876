import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLive } from '../../api/use-api.ts';
import type { eventListQuery } from './events.queries.ts';
import { QUIET } from '../../api/calls.ts';

/** Milliseconds without a connection after which the list is polled. */
const NOT_LIVE_MS = 5_000;
/** Poll interval in milliseconds. */
export const POLL_MS = 10_000;

/** Whether the connection has been lost for a while; a proxy may block it permanently. */
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
 * Polls the list while it is not live.
 * @param isStill it is paused, or of the past
 * @returns whether polling keeps it current
 */
export const usePolling = (list: ReturnType<typeof eventListQuery>, isStill: boolean): boolean => {
  const isPolling = useIsLost() && !isStill;
  const { isError } = useQuery({
    ...list,
    enabled: isPolling,
    refetchInterval: isPolling && POLL_MS,
    staleTime: 0,
    // The next poll comes soon, and the list shows that it reconnects.
    retry: false,
    ...QUIET,
  });
  return isPolling && !isError;
};
