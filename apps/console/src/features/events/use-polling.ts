import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLive } from '../../api/use-api.ts';
import type { eventListQuery } from './events.queries.ts';
import { QUIET } from '../../api/calls.ts';

/** Milliseconds without a live connection after which polling starts. */
const NOT_LIVE_MS = 5_000;
export const POLL_MS = 10_000;

/** Whether there has been no live connection for {@link NOT_LIVE_MS}. A proxy may block the connection permanently. */
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
 * Polls the list while the live connection is lost.
 * @param isStill whether the list is paused, or shows a past range
 * @returns whether polling keeps the list current
 */
export const usePolling = (list: ReturnType<typeof eventListQuery>, isStill: boolean): boolean => {
  const isPolling = useIsLost() && !isStill;
  const { isError } = useQuery({
    ...list,
    enabled: isPolling,
    refetchInterval: isPolling && POLL_MS,
    staleTime: 0,
    // A failed poll needs no retry, because the next poll follows soon.
    retry: false,
    ...QUIET,
  });
  return isPolling && !isError;
};
