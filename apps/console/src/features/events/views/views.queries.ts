import type { ApiClient } from '@portico/api-client';
import { listViews } from '@portico/contracts/http/views';
import { quiet, readQuery } from '../../../api/calls.ts';

/** Poll interval in milliseconds, for changes by other users. */
const REFRESH_MS = 60_000;

/** The views that the viewer can see. Saved views are sorted by name. */
export const viewsQuery = (api: ApiClient) =>
  readQuery(api, ['views'], listViews, {}, { staleTime: 30_000, ...quiet(REFRESH_MS) });
