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
import { DERIVED_FIELDS, forFields } from '@portico/contracts/query/fields';
import { cutText } from '@portico/contracts/common/cut-text';
import { DEFAULT_SIZE, filterPart, type EventsSearch } from './events-search.ts';
import { relativeText } from '../../shared/time/relative-range.ts';
import { endOfMinute, isBounded, momentsOf, RANGES } from '../../shared/time/time-range.ts';
import { serverNow } from '../../shared/time/server-clock.ts';

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
  now: number = serverNow(),
): EventFilter => {
  const { query, where, status, integration, severity, type, event, trace, organization } = search;
  const scope = organization === undefined ? organizations : [organization];
  return {
    query: query === undefined ? undefined : cutText(query, MAX_QUERY_LENGTH),
    where,
    status,
    integration,
    severity,
    type,
    event,
    trace,
    ...forFields(DERIVED_FIELDS, (name) => search[name]),
    ...momentsOf(search, now),
    ...(scope.length > 0 && { organizations: [...scope] }),
  };
};

export const sizeOf = ({ size = DEFAULT_SIZE }: EventsSearch): number => size;

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

/** Enough events to see something. */
const ENOUGH = 200;
/** What may be shown of a list that has no bounds, the newest part first; then everything. */
const PARTS = RANGES.filter((range) => range !== '90d');

/** `part`: what of a list without bounds it shows, null when it is all of what the list shows. */
export type PartHistogram = EventHistogram & { part: string | null };

const countOf = ({ buckets }: EventHistogram): number =>
  buckets.reduce((sum, { success, failure }) => sum + success + failure, 0);

/** Parts that may hold enough events, as far as the list says it: it counts all of them, and its first page is the newest. */
const partsOf = (list: EventList | undefined, now: number): readonly (typeof PARTS)[number][] => {
  if (list === undefined) return PARTS;
  if (list.countIsExact && list.count < ENOUGH) return [];
  const oldest = list.data.at(-1)?.timestamp;
  if (oldest === undefined || list.data.length >= ENOUGH) return PARTS;
  return PARTS.filter((range) => (momentsOf({ range }, now).from ?? '') <= oldest);
};

/**
 * Events over time by result; of a range that ends now, up to the minute. Of a list without bounds the newest part in which
 * there is enough to see.
 */
export const histogramQuery = (api: ApiClient, search: EventsSearch, organizations: readonly number[]) =>
  queryOptions({
    queryKey: ['events', 'histogram', filterPart(search), organizations],
    queryFn: async ({ signal, client }): Promise<PartHistogram> => {
      const now = serverNow();
      const ask = (range: string | undefined) => {
        const asked = filterOf(range === undefined ? search : { ...search, range }, organizations, now);
        const to = asked.to ?? ((range ?? search.range) === undefined ? undefined : endOfMinute(now));
        return api.call(eventHistogram, {
          query: { ...asked, ...(to !== undefined && { to }), buckets: BARS },
          signal,
        });
      };
      if (isBounded(search)) return { ...(await ask(undefined)), part: null };
      const { queryKey } = eventListQuery(api, { ...search, page: undefined }, organizations);
      for (const range of partsOf(client.getQueryData(queryKey), now)) {
        const histogram = await ask(range);
        if (countOf(histogram) >= ENOUGH) return { ...histogram, part: relativeText(range) };
      }
      return { ...(await ask(undefined)), part: 'All time' };
    },
    ...beside,
  });
