import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { listUsers } from '@portico/contracts/http/identity';
import { cutText } from '@portico/contracts/common/cut-text';

const BATCH = 50;
const MAX_SEARCH_LENGTH = 200;

/** Users by name or e-mail, some at a time: those who are assigned already are still among them. */
export const availableUsersQuery = (api: ApiClient, search: string) =>
  infiniteQueryOptions({
    queryKey: ['users', 'available', search],
    queryFn: ({ pageParam, signal }) =>
      api.call(listUsers, {
        query: { search: cutText(search, MAX_SEARCH_LENGTH), limit: BATCH, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ count }, pages) => (pages.length * BATCH < count ? pages.length * BATCH : undefined),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
