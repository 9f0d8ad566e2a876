import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { ApiClient } from '@portico/api-client';
import { PAGE_SIZE } from '@portico/contracts/common/page';
import {
  getRejectedEvent,
  listRejectedEvents,
  listRejectionCauses,
  summarizeRejectedEvents,
} from '@portico/contracts/http/rejected-events';
import { useRejected } from '../../api/use-api.ts';
import { momentsOf } from '../../shared/time/time-range.ts';
import type { RejectedNarrowing, RejectedSearch } from './rejected-search.ts';
import { serverNow } from '../../shared/time/server-clock.ts';

export const REJECTED_KEY = ['rejected-events'];
/** Poll interval in milliseconds, for corrections by others, which the live count does not report. */
const REFRESH_MS = 30_000;
/** Maximum causes shown; filters find rarer ones. */
const CAUSES = 50;

/** Resolves a relative range at the time of the request. */
export const filterOf = ({ range, from, to, ...filter }: RejectedNarrowing) => ({
  ...filter,
  ...momentsOf({ range, from, to }, serverNow()),
});

export const rejectedListQuery = (api: ApiClient, { page = 1, ...filter }: RejectedSearch) =>
  queryOptions({
    queryKey: [...REJECTED_KEY, 'list', page, filter],
    queryFn: ({ signal }) =>
      api.call(listRejectedEvents, {
        query: { ...filterOf(filter), limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

export const causesQuery = (api: ApiClient, { query, integration, range, from, to }: RejectedSearch) => {
  const filter = { query, integration, range, from, to };
  return queryOptions({
    queryKey: [...REJECTED_KEY, 'causes', filter],
    queryFn: ({ signal }) =>
      api.call(listRejectionCauses, { query: { ...filterOf(filter), limit: CAUSES, offset: 0 }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
};

export const rejectedSummaryQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...REJECTED_KEY, 'summary'],
    queryFn: ({ signal }) => api.call(summarizeRejectedEvents, { signal }),
    refetchInterval: REFRESH_MS,
  });

export const rejectedEventQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...REJECTED_KEY, 'one', id],
    queryFn: ({ signal }) => api.call(getRejectedEvent, { params: { id }, signal }),
  });

const never = () => () => undefined;

/**
 * Refetches the lists when the server's count of rejected events changes.
 * @param isSettled - whether the screen has its data: the live connection's code loads after that
 */
export const useLiveLists = (isSettled: boolean): void => {
  const rejected = useRejected();
  const queryClient = useQueryClient();
  const tally = useSyncExternalStore(isSettled ? rejected.onChange : never, rejected.current);
  const seen = useRef(tally);
  useEffect(() => {
    if (seen.current === tally) return;
    seen.current = tally;
    for (const list of ['list', 'causes', 'summary'])
      void queryClient.invalidateQueries({ queryKey: [...REJECTED_KEY, list] });
  }, [queryClient, tally]);
};
