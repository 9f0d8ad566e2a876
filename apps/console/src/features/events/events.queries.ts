import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { eventHistogram, listEvents, MAX_QUERY_LENGTH, type EventFilter } from '@portico/contracts/http/events';
import { filterPart, PAGE_SIZES, type EventsSearch } from './events-search.ts';
import { endOfMinute, momentsOf } from './time/time-range.ts';

/** Between a preload and its screen, however slow the machine; the live feed resumes where the response ended. */
const FRESH_MS = 30_000;
/** Bars of the histogram, at most. */
const BARS = 80;
/** What was counted is counted again this often while it is looked at; the rows that arrive between are added to it. */
const RECOUNT_MS = 30_000;

/**
 * @param organizations to which it is narrowed, unless the address names one; none for every one that the viewer may see
 * @param now as of when a range that ends now is meant, in milliseconds since 1970
 */
export const filterOf = (
  search: EventsSearch,
  organizations: readonly number[] = [],
  now: number = Date.now(),
): EventFilter => {
  const { query, status, integration, severity, type, event, trace, organization } = search;
  const scope = organization === undefined ? organizations : [organization];
  return {
    query: query?.slice(0, MAX_QUERY_LENGTH),
    status,
    integration,
    severity,
    type,
    event,
    trace,
    ...momentsOf(search, now),
    ...(scope.length > 0 && { organizations: [...scope] }),
  };
};

export const sizeOf = ({ size = PAGE_SIZES[0] }: EventsSearch): number => size;

/** One page of integration events, newest first. */
export const eventListQuery = (api: ApiClient, search: EventsSearch, organizations: readonly number[] = []) => {
  const page = search.page ?? 1;
  const limit = sizeOf(search);
  return queryOptions({
    queryKey: ['events', 'list', filterPart(search), organizations, page, limit],
    queryFn: ({ signal }) =>
      api.call(listEvents, {
        query: { ...filterOf(search, organizations), limit, offset: (page - 1) * limit },
        signal,
      }),
    placeholderData: keepPreviousData,
    // Each answer is an object of its own, so that the live feed begins again from its cursor.
    structuralSharing: false,
    staleTime: FRESH_MS,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
};

/** What stands beside the list: missed without a word, because the list itself tells what is wrong. */
export const beside = {
  placeholderData: keepPreviousData,
  structuralSharing: false,
  staleTime: FRESH_MS,
  gcTime: 60_000,
  refetchInterval: RECOUNT_MS,
  meta: { isQuiet: true },
} as const;

/** Events over time by result; of a range that ends now, up to the minute. */
export const histogramQuery = (api: ApiClient, search: EventsSearch, organizations: readonly number[]) =>
  queryOptions({
    queryKey: ['events', 'histogram', filterPart(search), organizations],
    queryFn: ({ signal }) => {
      const now = Date.now();
      const filter = filterOf(search, organizations, now);
      const to = search.range === undefined ? filter.to : endOfMinute(now);
      return api.call(eventHistogram, { query: { ...filter, ...(to !== undefined && { to }), buckets: BARS }, signal });
    },
    ...beside,
  });
