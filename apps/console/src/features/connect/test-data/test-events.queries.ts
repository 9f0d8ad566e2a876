import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { PAGE_SIZE } from '@portico/contracts/common/page';
import { listTestEvents } from '@portico/contracts/http/test-events';

/** No live connection has test events: a new one is seen this soon, in milliseconds. */
const LOOK_MS = 3_000;

/** @param page from 1 */
export const testEventsQuery = (api: ApiClient, id: number, page: number) =>
  queryOptions({
    queryKey: ['connect', 'test-events', id, page],
    queryFn: ({ signal }) =>
      api.call(listTestEvents, {
        query: { integration: id, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_MS,
    // The list says it itself, and it is asked for often.
    meta: { isQuiet: true },
  });
