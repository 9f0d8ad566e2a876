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
/** What the live count does not say, a correction by somebody else, is seen this soon, in milliseconds. */
const REFRESH_MS = 30_000;
/** As many causes as are shown; what is rarer is found by the filters. */
const CAUSES = 50;

/** The moments of a range that ends now are of the moment of asking. */
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
 * Loads the lists again when the server counts other rejected events than before.
 * @param isSettled - whether the screen has what it shows: the live connection and its code come after that
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
