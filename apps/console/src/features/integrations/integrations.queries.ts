import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
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
import { readQuery, useChange } from '../../api/calls.ts';
import { removeRow, replaceRow } from '../../shared/lists/change-rows.ts';
import { listQueryOf, type ListSearch } from '../../shared/lists/list-search.ts';

const LISTS = ['integrations', 'list'];
/** Milliseconds for which preloaded data stays fresh, so that the opened screen does not load the data again. */
const STALE_MS = 2_000;

export const integrationListQuery = (api: ApiClient, search: ListSearch) => {
  const query = listQueryOf(search);
  return readQuery(
    api,
    [...LISTS, query],
    listIntegrations,
    { query },
    { placeholderData: keepPreviousData, staleTime: STALE_MS },
  );
};

const oneKey = (id: number) => ['integrations', 'one', id];

export const integrationQuery = (api: ApiClient, id: number) =>
  readQuery(api, oneKey(id), getIntegration, { params: { id } }, { staleTime: STALE_MS });

/** Mutations of integrations. The lists show the response at once, then refetch. */
export const useIntegrationMutations = () => {
  const queryClient = useQueryClient();
  // Refetches after a rejection too, because the list may be outdated. Not awaited, so that a dialog closes without delay.
  const onSettled = () => void queryClient.invalidateQueries({ queryKey: LISTS });
  const create = useChange(createIntegration, (integration: IntegrationCreate) => ({ body: integration }), {
    onSettled,
  });
  const update = useChange(
    updateIntegration,
    ({ id, change }: { id: number; change: IntegrationUpdate }) => ({ params: { id }, body: change }),
    {
      onSuccess: (integration) => {
        replaceRow(queryClient, LISTS, integration);
        queryClient.setQueryData(oneKey(integration.id), integration);
      },
      onSettled,
    },
  );
  const remove = useChange(deleteIntegration, ({ id }: Integration) => ({ params: { id } }), {
    onSuccess: (_, { id }) => removeRow(queryClient, LISTS, id),
    onSettled,
  });
  return { create, update, remove };
};
