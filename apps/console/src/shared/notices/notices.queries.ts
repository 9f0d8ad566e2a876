import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { listNotices, type NoticesRead, readNotices } from '@portico/contracts/http/notices';
import { useApi } from '../../api/use-api.ts';
import { currentZoneName } from '../time/time-zone.ts';
import { NOTICES_KEY } from './notices-key.ts';

/** What the live connection missed is seen this soon, in milliseconds. */
const REFRESH_MS = 60_000;
/** Notices in the panel of the bell. */
const NEWEST = 8;

/** The newest notices, and how many are unread. Missed without a word: the bell stands without it. */
export const newestNoticesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...NOTICES_KEY, 'newest'],
    queryFn: ({ signal }) =>
      api.call(listNotices, { query: { zone: currentZoneName(), limit: NEWEST, offset: 0 }, signal }),
    refetchInterval: REFRESH_MS,
    meta: { isQuiet: true },
  });

/** @param page from 1 */
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
