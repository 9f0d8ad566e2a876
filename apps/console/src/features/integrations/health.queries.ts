import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import {
  getIntegrationOverview,
  listIntegrationHealth,
  MAX_HEALTH_IDS,
  type Period,
} from '@portico/contracts/http/event-health';
import { listEvents } from '@portico/contracts/http/events';
import { listIntegrations, type Integration } from '@portico/contracts/http/integrations';
import { MAX_LIMIT } from '@portico/contracts/common/page';
import { listRejectedEvents } from '@portico/contracts/http/rejected-events';
import { quiet, readQuery } from '../../api/calls.ts';

const REFRESH_MS = 10_000;
/** Number of newest events, and of newest rejected events, to load. */
const NEWEST = 10;

const KEY = ['integrations', 'health'];

/** Health of the integrations on one page. If the request fails, the list appears without health data. */
export const integrationHealthQuery = (api: ApiClient, ids: readonly number[]) =>
  readQuery(
    api,
    [...KEY, 'page', ids],
    listIntegrationHealth,
    { query: { ids: [...ids] } },
    { enabled: ids.length > 0, ...quiet(REFRESH_MS) },
  );

/** Maximum number of integrations that can be sorted and filtered by health. Further integrations are omitted. */
const MAX_RANKED = 1_000;

const loadAll = async (api: ApiClient, search: string, signal: AbortSignal): Promise<Integration[]> => {
  const rows: Integration[] = [];
  for (let offset = 0; offset < MAX_RANKED; offset += MAX_LIMIT) {
    const { data, count } = await api.call(listIntegrations, { query: { search, limit: MAX_LIMIT, offset }, signal });
    rows.push(...data);
    if (data.length === 0 || rows.length >= count) break;
  }
  return rows;
};

/** All integrations with their health, because sorting requires more than one page. */
export const rankedQuery = (api: ApiClient, search: string) =>
  queryOptions({
    queryKey: [...KEY, 'ranked', search],
    queryFn: async ({ signal }) => {
      const integrations = await loadAll(api, search, signal);
      const ids = integrations.map(({ id }) => id);
      const parts = Array.from({ length: Math.ceil(ids.length / MAX_HEALTH_IDS) }, (_, index) =>
        ids.slice(index * MAX_HEALTH_IDS, (index + 1) * MAX_HEALTH_IDS),
      );
      const health = await Promise.all(
        parts.map((part) => api.call(listIntegrationHealth, { query: { ids: part }, signal })),
      );
      return { integrations, health: health.flatMap(({ data }) => data) };
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

export const integrationOverviewQuery = (api: ApiClient, id: number, period: Period) =>
  readQuery(
    api,
    [...KEY, 'overview', id, period],
    getIntegrationOverview,
    { params: { id }, query: { period } },
    { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
  );

/** An integration's newest events. Filters by id, because several integrations may share a name. */
export const newestEventsQuery = (api: ApiClient, id: number) =>
  readQuery(
    api,
    [...KEY, 'events', id],
    listEvents,
    { query: { where: `integration:#${id}`, limit: NEWEST } },
    { refetchInterval: REFRESH_MS },
  );

export const newestRejectedQuery = (api: ApiClient, id: number) =>
  readQuery(
    api,
    [...KEY, 'rejected', id],
    listRejectedEvents,
    { query: { integration: id, limit: NEWEST } },
    { refetchInterval: REFRESH_MS },
  );
