import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { listNotices, type NoticesRead, readNotices } from '@portico/contracts/http/notices';
import { quiet, readQuery, useChange } from '../../api/calls.ts';
import { currentZoneName } from '../time/time-zone.ts';
import { NOTICES_KEY } from './notices-key.ts';

/** Poll interval in milliseconds, for notices that the live connection missed. */
const REFRESH_MS = 60_000;
const MAX_NEWEST = 8;

/** If the request fails, the bell shows no count and no toast appears. */
export const newestNoticesQuery = (api: ApiClient) =>
  readQuery(
    api,
    [...NOTICES_KEY, 'newest'],
    listNotices,
    { query: { zone: currentZoneName(), limit: MAX_NEWEST, offset: 0 } },
    quiet(REFRESH_MS),
  );

/** @param page starts at 1 */
export const inboxQuery = (api: ApiClient, isUnread: boolean, page: number, size: number) =>
  readQuery(
    api,
    [...NOTICES_KEY, 'inbox', isUnread, page],
    listNotices,
    { query: { ...(isUnread && { unread: true }), zone: currentZoneName(), limit: size, offset: (page - 1) * size } },
    { placeholderData: keepPreviousData, ...quiet(REFRESH_MS) },
  );

export const useReadNotices = () => {
  const queryClient = useQueryClient();
  return useChange(readNotices, (read: Partial<NoticesRead>) => ({ body: { ids: [], ...read } }), {
    onSettled: () => void queryClient.invalidateQueries({ queryKey: NOTICES_KEY }),
  });
};
