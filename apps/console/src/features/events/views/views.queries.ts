import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { listViews } from '@portico/contracts/http/views';

/** Poll interval in milliseconds, so that changes by other users appear. */
const REFRESH_MS = 60_000;

/** The views that the viewer can see. Saved views are sorted by name. */
export const viewsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['views'],
    queryFn: ({ signal }) => api.call(listViews, { signal }),
    staleTime: 30_000,
    refetchInterval: REFRESH_MS,
    meta: { isQuiet: true },
  });
