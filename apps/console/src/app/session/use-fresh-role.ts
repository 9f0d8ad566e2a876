import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getCurrentUser } from '@portico/contracts/http/identity';
import { useApi } from '../../api/use-api.ts';
import type { Session } from './session.ts';

/** Poll interval in milliseconds. */
const PAUSE = 1_000;

/**
 * Polls the viewer's role while a change is expected. A lead who has paid becomes a client, and gets a dashboard, only a moment
 * later.
 * @param isExpected polls while true
 */
export const useFreshRole = (session: Session, isExpected: boolean): void => {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['current-user'],
    queryFn: ({ signal }) => api.call(getCurrentUser, { signal }),
    enabled: isExpected,
    refetchInterval: PAUSE,
    gcTime: 0,
  });
  useEffect(() => {
    if (data) session.update(data);
  }, [data, session]);
};
