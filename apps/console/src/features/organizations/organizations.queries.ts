import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
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
import { useApi } from '../../api/use-api.ts';
import { removeRow, replaceRow } from '../../shared/lists/change-rows.ts';
import { listQueryOf, type ListSearch } from '../../shared/lists/list-search.ts';

const LISTS = ['organizations', 'list'];
/** Milliseconds between a link's preload and its screen. */
const FRESH_MS = 2_000;

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
    staleTime: FRESH_MS,
  });
};

/** An organization with its users. */
export const organizationQuery = (api: ApiClient, id: number) =>
  queryOptions({
    queryKey: ['organizations', 'one', id],
    queryFn: ({ signal }) => api.call(getOrganization, { params: { id }, signal }),
    // An edit starts with current data, and no refetch replaces it.
    staleTime: Infinity,
    gcTime: 0,
  });

/** Mutations of organizations. The response appears in the lists at once, then they are refetched. */
export const useOrganizationMutations = () => {
  const api = useApi();
  const queryClient = useQueryClient();
  // Not awaited, so that a dialog closes with its own response. Also after a rejection, which may mean an outdated list.
  const onSettled = () => {
    for (const queryKey of [LISTS, ['grants'], ['members'], ['memberships']])
      void queryClient.invalidateQueries({ queryKey });
  };
  const create = useMutation({
    mutationFn: (organization: OrganizationCreate) => api.call(createOrganization, { body: organization }),
    onSettled,
  });
  const update = useMutation({
    mutationFn: ({ id, change }: { id: number; change: OrganizationUpdate }) =>
      api.call(updateOrganization, { params: { id }, body: change }),
    onSuccess: (organization) => replaceRow(queryClient, LISTS, organization),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: ({ id }: { id: number }) => api.call(deleteOrganization, { params: { id } }),
    onSuccess: (_, { id }) => removeRow(queryClient, LISTS, id),
    onSettled,
  });
  const assign = useMutation({
    mutationFn: (assignment: UsersAssignment) => api.call(assignUsers, { body: assignment }),
    onSettled,
  });
  return { create, update, remove, assign };
};
