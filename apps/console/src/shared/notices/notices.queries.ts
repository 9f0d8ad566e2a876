import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { listNotices, type NoticesRead, readNotices } from '@portico/contracts/http/notices';
import { useApi } from '../../api/use-api.ts';
import { currentZoneName } from '../time/time-zone.ts';
import { NOTICES_KEY } from './notices-key.ts';

/** Poll interval in milliseconds, for notices that the live connection missed. */
const REFRESH_MS = 60_000;
/** Maximum notices in the bell's panel. */
const NEWEST = 8;

/** The newest notices, and the unread count. A failure is silent: the bell stays without a count. */
export const newestNoticesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...NOTICES_KEY, 'newest'],
    queryFn: ({ signal }) =>
      api.call(listNotices, { query: { zone: currentZoneName(), limit: NEWEST, offset: 0 }, signal }),
    refetchInterval: REFRESH_MS,
    meta: { isQuiet: true },
  });

/** @param page starts at 1 */
export const inboxQuery = (api: ApiClient, isUnread: boolean, page: number, size: number) =>
  queryOptions({
    queryKey: [...NOTICES_KEY, 'inbox', isUnread, page],
    queryFn: ({ signal }) =>
      api.call(listNotices, {
        query: { ...(isUnread && { unread: true }), zone: currentZoneName(), limit: size, offset: (page - 1) * size },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    meta: { isQuiet: true },
  });

export const useReadNotices = () => {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (read: Partial<NoticesRead>) => api.call(readNotices, { body: { ids: [], ...read } }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: NOTICES_KEY }),
  });
};
