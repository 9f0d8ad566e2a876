import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { listIntegrations } from '@portico/contracts/http/integrations';
import { findOrganizations } from '../../shared/lists/find-organizations.ts';
import { QUIET } from '../../api/calls.ts';

export type Choice = { id: number; text: string };

/** Maximum number of matches that the server returns. */
const SEARCHED = 10;

export const organizationChoicesQuery = (api: ApiClient, search: string) =>
  queryOptions({
    queryKey: ['episode choices', 'organizations', search],
    queryFn: ({ signal }): Promise<Choice[]> => findOrganizations(api)(search, signal),
    staleTime: 30_000,
    ...QUIET,
  });

export const integrationChoicesQuery = (api: ApiClient, search: string) =>
  queryOptions({
    queryKey: ['episode choices', 'integrations', search],
    queryFn: async ({ signal }): Promise<Choice[]> => {
      const { data } = await api.call(listIntegrations, { query: { search, limit: SEARCHED, offset: 0 }, signal });
      return data.map(({ id, name, organization }) => ({
        id,
        text: organization ? `${name} (${organization.name})` : name,
      }));
    },
    staleTime: 30_000,
    ...QUIET,
  });
