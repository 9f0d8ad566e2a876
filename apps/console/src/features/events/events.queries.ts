import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import {
  eventHistogram,
  listEvents,
  MAX_QUERY_LENGTH,
  type EventFilter,
  type EventHistogram,
  type EventList,
} from '@portico/contracts/http/events';
import { cutText } from '@portico/contracts/common/cut-text';
import { DEFAULT_SIZE, filterPart, type EventsSearch } from './events-search.ts';
import { relativeText } from '../../shared/time/relative-range.ts';
import { endOfMinute, isBounded, boundsOf, RANGES } from '../../shared/time/time-range.ts';
import { serverNow } from '../../shared/time/server-clock.ts';
import { quiet, readQuery } from '../../api/calls.ts';

/** Milliseconds for which a response is fresh, so that a slow screen still uses its preloaded list. The live feed adds later rows. */
const STALE_MS = 30_000;
const MAX_BARS = 80;
/** Poll interval of counts in milliseconds. Between two polls, the console adds live rows to the counts. */
const RECOUNT_MS = 30_000;

/**
 * The API's event filter for the URL.
 * @param organizations restricts the list, unless the URL names an organization; empty for all that the viewer may see
 * @param now reference time of a relative range, in milliseconds since 1970
 */
export const filterOf = (
  search: EventsSearch,
  organizations: readonly number[] = [],
  now: number = serverNow(),
): EventFilter => {
  const { query, organization, range, from, to, ...filter } = filterPart(search);
  const scope = organization === undefined ? organizations : [organization];
  return {
    ...filter,
    query: query === undefined ? undefined : cutText(query, MAX_QUERY_LENGTH),
    ...boundsOf({ range, from, to }, now),
    ...(scope.length > 0 && { organizations: [...scope] }),
  };
};

export const sizeOf = ({ size = DEFAULT_SIZE }: EventsSearch): number => size;

/** One page of events, newest first. */
export const eventListQuery = (api: ApiClient, search: EventsSearch, organizations: readonly number[] = []) => {
  const page = search.page ?? 1;
  const limit = sizeOf(search);
  return readQuery(
    api,
    ['events', 'list', filterPart(search), organizations, page, limit],
    listEvents,
    { query: { ...filterOf(search, organizations), limit, offset: (page - 1) * limit } },
    {
      placeholderData: keepPreviousData,
      // Each response is a new object, so that the live feed restarts from the cursor of the response.
      structuralSharing: false,
      staleTime: STALE_MS,
      gcTime: 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  );
};

/** Options for counts next to the list. A failed count shows no toast, because the list itself shows that the server fails. */
export const sideOptions = {
  placeholderData: keepPreviousData,
  structuralSharing: false,
  staleTime: STALE_MS,
  gcTime: 60_000,
  ...quiet(RECOUNT_MS),
} as const;

/** Minimum number of events for a useful histogram. */
const MIN_EVENTS = 200;
/** The periods to try for a list without a time range, shortest first. */
const PERIODS = RANGES.filter((range) => range !== '90d');

/** `period`: the period that the histogram covers if the list has no time range; null if the list has a time range. */
export type PeriodHistogram = EventHistogram & { period: string | null };

const countOf = ({ buckets }: EventHistogram): number =>
  buckets.reduce((sum, { success, failure }) => sum + success + failure, 0);

/** The periods that may contain enough events, according to the list's total count and the oldest event on its first page. */
const periodsFor = (list: EventList | undefined, now: number): readonly (typeof PERIODS)[number][] => {
  if (list === undefined) return PERIODS;
  if (list.countIsExact && list.count < MIN_EVENTS) return [];
  const oldest = list.data.at(-1)?.timestamp;
  if (oldest === undefined || list.data.length >= MIN_EVENTS) return PERIODS;
  return PERIODS.filter((range) => (boundsOf({ range }, now).from ?? '') <= oldest);
};

/**
 * Events over time by result. The histogram of a range that ends now extends to the end of the current minute. If the list has no time
 * range, the histogram covers the shortest period up to now with enough events, otherwise all time.
 */
export const histogramQuery = (api: ApiClient, search: EventsSearch, organizations: readonly number[]) =>
  queryOptions({
    queryKey: ['events', 'histogram', filterPart(search), organizations],
    queryFn: async ({ signal, client }): Promise<PeriodHistogram> => {
      const now = serverNow();
      const ask = (range: string | undefined) => {
        const filter = filterOf(range === undefined ? search : { ...search, range }, organizations, now);
        const to = filter.to ?? ((range ?? search.range) === undefined ? undefined : endOfMinute(now));
        return api.call(eventHistogram, { query: { ...filter, to, buckets: MAX_BARS }, signal });
      };
      if (isBounded(search)) return { ...(await ask(undefined)), period: null };
      const { queryKey } = eventListQuery(api, { ...search, page: undefined }, organizations);
      for (const range of periodsFor(client.getQueryData(queryKey), now)) {
        const histogram = await ask(range);
        if (countOf(histogram) >= MIN_EVENTS) return { ...histogram, period: relativeText(range) };
      }
      return { ...(await ask(undefined)), period: 'All time' };
    },
    ...sideOptions,
  });
