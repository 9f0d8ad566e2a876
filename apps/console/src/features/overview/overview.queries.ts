import { queryOptions, useQueries } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { eventTrend, type Period } from '@portico/contracts/http/event-health';
import { listEvents } from '@portico/contracts/http/events';
import { listIntegrations } from '@portico/contracts/http/integrations';
import { listOwnMemberships } from '@portico/contracts/http/memberships';
import { listJoinRequests, listOrganizations, type OrganizationDetail } from '@portico/contracts/http/orgs';
import { useApi } from '../../api/use-api.ts';
import { quiet, readQuery } from '../../api/calls.ts';
import { grantsQuery } from '../../shared/purchases/grants.queries.ts';

export type Overview = {
  organizations: number;
  integrations: number;
  /** Ids of the viewer's organizations, limited to the selected organizations. */
  own: readonly number[];
};

/** @param selected organizations of a non-admin; empty for all */
export const overviewQuery = (api: ApiClient, isAdmin: boolean, selected: readonly number[]) =>
  queryOptions({
    queryKey: ['overview', isAdmin, selected],
    queryFn: async ({ signal }): Promise<Overview> => {
      const { data } = await api.call(listOwnMemberships, { signal });
      const approved = data.filter((row) => row.approved).map(({ organization }) => organization.id);
      const own = selected.length === 0 ? approved : approved.filter((id) => selected.includes(id));
      const organizations = isAdmin
        ? api.call(listOrganizations, { query: { limit: 1 }, signal }).then(({ count }) => count)
        : own.length;
      const filter = own.length > 0 && selected.length > 0 ? { organizations: own } : {};
      // Administrators get the count of the integrations list, because the events list does not count integrations without an organization.
      const integrations = isAdmin
        ? api.call(listIntegrations, { query: { limit: 1 }, signal }).then(({ count }) => count)
        : api
            .call(listEvents, { query: { ...filter, limit: 1 }, signal })
            .then(({ integrationCount }) => integrationCount);
      const [count, connected] = await Promise.all([organizations, integrations]);
      return { organizations: count, integrations: connected, own };
    },
    staleTime: 10_000,
  });

export const REFRESH_MS = 10_000;

/** @param organizations ids of the viewer's selected organizations; empty for all */
export const trendQuery = (api: ApiClient, period: Period, organizations: readonly number[]) =>
  readQuery(
    api,
    ['overview', 'trend', period, organizations],
    eventTrend,
    { query: { period, ...(organizations.length > 0 && { organizations: [...organizations] }) } },
    quiet(REFRESH_MS),
  );

/** Maximum number of listed requests to join. The screen shows how many further requests exist. */
const MAX_REQUESTS = 5;

/** Requests to join organizations that the viewer manages. For administrators, requests to join any organization. */
export const requestsQuery = (api: ApiClient, isEnabled: boolean) =>
  readQuery(
    api,
    ['overview', 'requests'],
    listJoinRequests,
    { query: { limit: MAX_REQUESTS } },
    { enabled: isEnabled, ...quiet(REFRESH_MS) },
  );

/** Undefined while loading. */
export const useGrants = (ids: readonly number[]): readonly OrganizationDetail[] | undefined => {
  const api = useApi();
  return useQueries({
    queries: ids.map((id) => grantsQuery(api, id)),
    combine: (results) => {
      const known = results.flatMap(({ data }) => data ?? []);
      // Skips organizations that cannot be loaded, for example because the viewer has left or someone has deleted the organization.
      return results.some(({ isPending }) => isPending) ? undefined : known;
    },
  });
};

export type Allowed = { name: string; count: number };

/** Returns each active entitlement once, with the sum of its allowed counts in all organizations. */
export const allowedOf = (organizations: readonly OrganizationDetail[]): Allowed[] => {
  const counts = new Map<string, number>();
  for (const { entitlement, allowedCount, active } of organizations.flatMap((one) => one.organizationEntitlements))
    if (active) counts.set(entitlement.name, (counts.get(entitlement.name) ?? 0) + allowedCount);
  return [...counts].map(([name, count]) => ({ name, count }));
};
