import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import type { Page } from '@portico/contracts/common/page';
import {
  assignUsers,
  createOrganization,
  deleteOrganization,
  getOrganization,
  listOrganizations,
  updateOrganization,
  type ListedOrganization,
  type OrganizationCreate,
  type OrganizationUpdate,
  type UsersAssignment,
} from '@portico/contracts/http/orgs';
import { readQuery, useChange } from '../../api/calls.ts';
import { removeRow, replaceRow } from '../../shared/lists/change-rows.ts';
import { listQueryOf, type ListSearch } from '../../shared/lists/list-search.ts';

const LISTS = ['organizations', 'list'];
/** Milliseconds for which preloaded data stays fresh, so that the opened screen does not load the data again. */
const STALE_MS = 2_000;

/** One page of organizations for administrators, the newest first. */
export const organizationListQuery = (api: ApiClient, search: ListSearch) => {
  const query = listQueryOf(search);
  return queryOptions({
    queryKey: [...LISTS, query],
    queryFn: async ({ signal }): Promise<Page<ListedOrganization>> => {
      const { data, count } = await api.call(listOrganizations, { query, signal });
      return { data: data.filter((row) => 'memberCount' in row), count };
    },
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });
};

export const organizationQuery = (api: ApiClient, id: number) =>
  readQuery(
    api,
    ['organizations', 'one', id],
    getOrganization,
    { params: { id } },
    {
      // Each edit starts with current data. No refetch replaces the data during the edit.
      staleTime: Infinity,
      gcTime: 0,
    },
  );

/** Mutations of organizations. The lists show the response at once, then refetch. */
export const useOrganizationMutations = () => {
  const queryClient = useQueryClient();
  // Refetches after a rejection too, because the list may be outdated. Not awaited, so that a dialog closes without delay.
  const onSettled = () => {
    for (const queryKey of [LISTS, ['grants'], ['members'], ['memberships']])
      void queryClient.invalidateQueries({ queryKey });
  };
  const create = useChange(createOrganization, (organization: OrganizationCreate) => ({ body: organization }), {
    onSettled,
  });
  const update = useChange(
    updateOrganization,
    ({ id, change }: { id: number; change: OrganizationUpdate }) => ({ params: { id }, body: change }),
    { onSuccess: (organization) => replaceRow(queryClient, LISTS, organization), onSettled },
  );
  const remove = useChange(deleteOrganization, ({ id }: { id: number }) => ({ params: { id } }), {
    onSuccess: (_, { id }) => removeRow(queryClient, LISTS, id),
    onSettled,
  });
  const assign = useChange(assignUsers, (assignment: UsersAssignment) => ({ body: assignment }), { onSettled });
  return { create, update, remove, assign };
};
