import { keepPreviousData, type QueryClient, useQueryClient } from '@tanstack/react-query';
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
import { UNCORRECTED_KEY } from '../../shared/trouble/trouble.queries.ts';
import { boundsOf } from '../../shared/time/time-range.ts';
import type { RejectedNarrowing, RejectedSearch } from './rejected-search.ts';
import { serverNow } from '../../shared/time/server-clock.ts';
import { readQuery } from '../../api/calls.ts';

const REJECTED_KEY = ['rejected-events'];
/** Poll interval in milliseconds, for corrections by other people, which do not change the live count of rejected events. */
const REFRESH_MS = 30_000;
/** Maximum number of listed causes. A viewer finds rarer causes with the filters. */
const MAX_CAUSES = 50;

/** The API's filter for the screen's filter. A relative time range ends now. */
export const filterOf = ({ range, from, to, ...filter }: RejectedNarrowing) => ({
  ...filter,
  ...boundsOf({ range, from, to }, serverNow()),
});

export const rejectedListQuery = (api: ApiClient, { page = 1, ...filter }: RejectedSearch) =>
  readQuery(
    api,
    [...REJECTED_KEY, 'list', page, filter],
    listRejectedEvents,
    { query: { ...filterOf(filter), limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } },
    { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
  );

export const causesQuery = (api: ApiClient, { query, integration, range, from, to }: RejectedSearch) => {
  const filter = { query, integration, range, from, to };
  return readQuery(
    api,
    [...REJECTED_KEY, 'causes', filter],
    listRejectionCauses,
    { query: { ...filterOf(filter), limit: MAX_CAUSES, offset: 0 } },
    { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
  );
};

export const rejectedSummaryQuery = (api: ApiClient) =>
  readQuery(api, [...REJECTED_KEY, 'summary'], summarizeRejectedEvents, {}, { refetchInterval: REFRESH_MS });

export const rejectedEventQuery = (api: ApiClient, id: string) =>
  readQuery(api, [...REJECTED_KEY, 'one', id], getRejectedEvent, { params: { id } });

/** Refetches the rejected events and the counts of uncorrected events after a correction. */
export const refetchRejected = (queryClient: QueryClient): void => {
  for (const queryKey of [REJECTED_KEY, UNCORRECTED_KEY]) void queryClient.invalidateQueries({ queryKey });
};

const never = () => () => undefined;

/**
 * Refetches the lists when the server's count of rejected events changes.
 * @param isSettled whether the screen's data has loaded; the code of the live connection loads only after this data
 */
export const useLiveLists = (isSettled: boolean): void => {
  const rejected = useRejected();
  const queryClient = useQueryClient();
  const tally = useSyncExternalStore(isSettled ? rejected.onChange : never, rejected.current);
  const lastTally = useRef(tally);
  useEffect(() => {
    if (lastTally.current === tally) return;
    lastTally.current = tally;
    for (const list of ['list', 'causes', 'summary'])
      void queryClient.invalidateQueries({ queryKey: [...REJECTED_KEY, list] });
  }, [queryClient, tally]);
};
