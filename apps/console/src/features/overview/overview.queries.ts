import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { listEvents } from '@portico/contracts/http/events';
import { getOrganization, listOrganizations, listOwnMemberships } from '@portico/contracts/http/orgs';

export type Overview = {
  organizations: number;
  integrations: number;
  events: number;
  failures: number;
  products: number;
  /** Used and allowed, of everything that is entitled. */
  entitlements: { used: number; allowed: number };
};

/** What the viewer's own organizations have, as far as it is active. */
const grantsOf = async (api: ApiClient, ids: readonly number[], signal: AbortSignal) => {
  const own = await Promise.all(ids.map((id) => api.call(getOrganization, { params: { id }, signal })));
  const entitlements = own.flatMap(({ organizationEntitlements }) =>
    organizationEntitlements.filter((row) => row.active),
  );
  return {
    products: own.flatMap(({ organizationProducts }) => organizationProducts.filter((row) => row.active)).length,
    entitlements: {
      used: entitlements.reduce((sum, { usedCount }) => sum + usedCount, 0),
      allowed: entitlements.reduce((sum, { allowedCount }) => sum + allowedCount, 0),
    },
  };
};

/**
 * How much of everything the viewer may see: an administrator all of it, others what is their organizations'. Products
 * and entitlements are those of the viewer's own organizations.
 * @param selected organizations to which others than administrators have narrowed their view; none for all
 */
export const overviewQuery = (api: ApiClient, isAdmin: boolean, selected: readonly number[]) =>
  queryOptions({
    queryKey: ['overview', isAdmin, selected],
    queryFn: async ({ signal }): Promise<Overview> => {
      const { data } = await api.call(listOwnMemberships, { signal });
      const own = data.filter(({ approved }) => approved).map(({ organization }) => organization.id);
      const ids = selected.length === 0 ? own : own.filter((id) => selected.includes(id));
      const organizations = isAdmin
        ? api.call(listOrganizations, { query: { limit: 1 }, signal }).then(({ count }) => count)
        : ids.length;
      const filter = ids.length > 0 && selected.length > 0 ? { organizations: ids } : {};
      const [count, grants, events, failures] = await Promise.all([
        organizations,
        grantsOf(api, ids, signal),
        api.call(listEvents, { query: { ...filter, limit: 1 }, signal }),
        api.call(listEvents, { query: { ...filter, limit: 1, status: 'FAILURE' }, signal }),
      ]);
      return {
        ...grants,
        organizations: count,
        integrations: events.integrations.length,
        events: events.count,
        failures: failures.count,
      };
    },
    staleTime: 10_000,
  });
