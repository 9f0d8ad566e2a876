import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { getIntegrationOverview, listIntegrationHealth, type Period } from '@portico/contracts/http/event-health';
import { listEvents } from '@portico/contracts/http/events';
import { listRejectedEvents } from '@portico/contracts/http/rejected-events';

/** What happens meanwhile is seen this soon, in milliseconds. */
const REFRESH_MS = 10_000;
/** Rows of the newest events, and of the newest rejected ones. */
const NEWEST = 10;

const KEY = ['integrations', 'health'];

/** How the integrations of one page are doing. Missed without a word: the list stands without it. */
export const integrationHealthQuery = (api: ApiClient, ids: readonly number[]) =>
  queryOptions({
    queryKey: [...KEY, 'page', ids],
    queryFn: ({ signal }) => api.call(listIntegrationHealth, { query: { ids: [...ids] }, signal }),
    enabled: ids.length > 0,
    refetchInterval: REFRESH_MS,
    meta: { isQuiet: true },
  });

export const integrationOverviewQuery = (api: ApiClient, id: number, period: Period) =>
  queryOptions({
    queryKey: [...KEY, 'overview', id, period],
    queryFn: ({ signal }) => api.call(getIntegrationOverview, { params: { id }, query: { period }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

/** By the id: another integration may have the name. */
export const newestEventsQuery = (api: ApiClient, id: number) =>
  queryOptions({
    queryKey: [...KEY, 'events', id],
    queryFn: ({ signal }) => api.call(listEvents, { query: { where: `integration:#${id}`, limit: NEWEST }, signal }),
    refetchInterval: REFRESH_MS,
  });

export const newestRejectedQuery = (api: ApiClient, id: number) =>
  queryOptions({
    queryKey: [...KEY, 'rejected', id],
    queryFn: ({ signal }) => api.call(listRejectedEvents, { query: { integration: id, limit: NEWEST }, signal }),
    refetchInterval: REFRESH_MS,
  });
