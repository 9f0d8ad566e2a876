import { queryOptions, useQueries } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { listEvents } from '@portico/contracts/http/events';
import { listOrganizations, listOwnMemberships, type OrganizationDetail } from '@portico/contracts/http/orgs';
import { grantsQuery } from '../../shared/purchases/grants.queries.ts';

export type Overview = {
  organizations: number;
  integrations: number;
  events: number;
  failures: number;
  /** Ids of the viewer's own organizations, as far as they are selected. */
  own: readonly number[];
};

/**
 * How much of everything the viewer may see: an administrator all of it, others what is their organizations'.
 * @param selected organizations to which others than administrators have narrowed their view; none for all
 */
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
      const [count, events, failures] = await Promise.all([
        organizations,
        api.call(listEvents, { query: { ...filter, limit: 1 }, signal }),
        api.call(listEvents, { query: { ...filter, limit: 1, status: 'FAILURE' }, signal }),
      ]);
      return {
        organizations: count,
        integrations: events.integrationCount,
        events: events.count,
        failures: failures.count,
        own,
      };
    },
    staleTime: 10_000,
  });

/** What each of these organizations has; undefined until all of it is known. */
export const useGrants = (api: ApiClient, ids: readonly number[]): readonly OrganizationDetail[] | undefined =>
  useQueries({
    queries: ids.map((id) => grantsQuery(api, id)),
    combine: (results) => {
      const known = results.flatMap(({ data }) => data ?? []);
      // One that was left or deleted meanwhile is not there any more.
      return results.some(({ isPending }) => isPending) ? undefined : known;
    },
  });

/** Used and allowed, of everything that the organizations are entitled to now. */
export const sumOfEntitlements = (organizations: readonly OrganizationDetail[]): { used: number; allowed: number } => {
  const active = organizations.flatMap((one) => one.organizationEntitlements.filter((row) => row.active));
  return {
    used: active.reduce((sum, { usedCount }) => sum + usedCount, 0),
    allowed: active.reduce((sum, { allowedCount }) => sum + allowedCount, 0),
  };
};
