import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { eventHistogram } from '@portico/contracts/http/events';
import { beside, filterOf } from '../events.queries.ts';
import { ofViewSearch } from './view-search.ts';

/** `isExact`: false when counting everything took too long: there are at least so many. */
export type ViewCount = { total: number; failed: number; isExact: boolean };

/** How many events a view shows, and how many of them failed: counted again every 30 seconds while the page is looked at. */
export const viewCountQuery = (
  api: ApiClient,
  search: Readonly<Record<string, string>>,
  organizations: readonly number[],
) =>
  queryOptions({
    queryKey: ['events', 'view count', search, organizations],
    queryFn: async ({ signal }): Promise<ViewCount> => {
      const filter = filterOf(ofViewSearch(search), organizations);
      // One bar is the count by result.
      const { buckets, countedFrom } = await api.call(eventHistogram, { query: { ...filter, buckets: 1 }, signal });
      const sum = (of: (bucket: (typeof buckets)[number]) => number) =>
        buckets.reduce((total, bucket) => total + of(bucket), 0);
      const failed = sum(({ failure }) => failure);
      return { total: failed + sum(({ success }) => success), failed, isExact: countedFrom === null };
    },
    ...beside,
  });
