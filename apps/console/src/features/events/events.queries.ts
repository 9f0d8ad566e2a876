import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { PAGE_SIZE } from '@portico/contracts/common/page';
import { listEvents, MAX_QUERY_LENGTH, type EventFilter } from '@portico/contracts/http/events';
import type { EventsSearch } from './events-search.ts';

/** Between a link's preload and its screen; from then on the live feed keeps the list current. */
const FRESH_MS = 2_000;

/** @param organizations to which it is narrowed; none for every one that the viewer may see */
export const filterOf = (
  { query, status, integration }: EventsSearch,
  organizations: readonly number[] = [],
): EventFilter => ({
  query: query?.slice(0, MAX_QUERY_LENGTH),
  status,
  integration,
  ...(organizations.length > 0 && { organizations: [...organizations] }),
});

/** One page of integration events, newest first. */
export const eventListQuery = (api: ApiClient, search: EventsSearch, organizations: readonly number[] = []) => {
  const filter = filterOf(search, organizations);
  const page = search.page ?? 1;
  return queryOptions({
    queryKey: ['events', filter, page],
    queryFn: ({ signal }) =>
      api.call(listEvents, { query: { ...filter, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    // Each answer is an object of its own, so that the live feed begins again from its cursor.
    structuralSharing: false,
    staleTime: FRESH_MS,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
};
