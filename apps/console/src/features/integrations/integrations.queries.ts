import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import {
  createIntegration,
  deleteIntegration,
  getIntegration,
  listIntegrations,
  updateIntegration,
  type Integration,
  type IntegrationCreate,
  type IntegrationUpdate,
} from '@portico/contracts/http/integrations';
import { useApi } from '../../api/use-api.ts';
import { removeRow, replaceRow } from '../../shared/lists/change-rows.ts';
import { listQueryOf, type ListSearch } from '../../shared/lists/list-search.ts';

const LISTS = ['integrations', 'list'];
/** Milliseconds between a link's preload and its screen. */
const FRESH_MS = 2_000;

/** One page of integrations, the newest first. */
export const integrationListQuery = (api: ApiClient, search: ListSearch) => {
  const query = listQueryOf(search);
  return queryOptions({
    queryKey: [...LISTS, query],
    queryFn: ({ signal }) => api.call(listIntegrations, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
};

const oneKey = (id: number) => ['integrations', 'one', id];

export const integrationQuery = (api: ApiClient, id: number) =>
  queryOptions({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => api.call(getIntegration, { params: { id }, signal }),
    staleTime: FRESH_MS,
  });

/** Mutations of integrations. The response appears in the lists at once, then they are refetched. */
export const useIntegrationMutations = () => {
  const api = useApi();
  const queryClient = useQueryClient();
  // Not awaited, so that a dialog closes with its own response. Also after a rejection, which may mean an outdated list.
  const onSettled = () => void queryClient.invalidateQueries({ queryKey: LISTS });
  const create = useMutation({
    mutationFn: (integration: IntegrationCreate) => api.call(createIntegration, { body: integration }),
    onSettled,
  });
  const update = useMutation({
    mutationFn: ({ id, change }: { id: number; change: IntegrationUpdate }) =>
      api.call(updateIntegration, { params: { id }, body: change }),
    onSuccess: (integration) => {
      replaceRow(queryClient, LISTS, integration);
      queryClient.setQueryData(oneKey(integration.id), integration);
    },
    onSettled,
  });
  const remove = useMutation({
    mutationFn: ({ id }: Integration) => api.call(deleteIntegration, { params: { id } }),
    onSuccess: (_, { id }) => removeRow(queryClient, LISTS, id),
    onSettled,
  });
  return { create, update, remove };
};
