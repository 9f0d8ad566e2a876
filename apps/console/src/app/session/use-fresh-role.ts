import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getCurrentUser } from '@portico/contracts/http/identity';
import { useApi } from '../../api/use-api.ts';
import type { Session } from './session.ts';

const POLL_MS = 1_000;

/** Polls the viewer's role, because a lead who has paid or joined becomes a client, and gets a dashboard, only a moment later. */
export const useFreshRole = (session: Session, isExpected: boolean): void => {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['current-user'],
    queryFn: ({ signal }) => api.call(getCurrentUser, { signal }),
    enabled: isExpected,
    refetchInterval: POLL_MS,
    gcTime: 0,
  });
  useEffect(() => {
    if (data) session.update(data);
  }, [data, session]);
};
