import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import type { Trust } from '@portico/contracts/common/trust';
import { changeTrust, type Connect, getConnect, listConnected, openDoor } from '@portico/contracts/http/connect';
import { listEvents } from '@portico/contracts/http/events';
import { useApi } from '../../api/use-api.ts';
import { QUIET, readQuery, useChange } from '../../api/calls.ts';

const KEY = ['connect'];
/** Poll interval in milliseconds until the first event exists. */
const FIRST_EVENT_MS = 3_000;
/** Milliseconds until the cached list is stale. Changes by other users appear after this time. */
const STALE_MS = 60_000;

/** The integrations that the viewer publishes for or manages. */
export const connectedQuery = (api: ApiClient) =>
  readQuery(
    api,
    [...KEY, 'list'],
    listConnected,
    {},
    {
      staleTime: STALE_MS,
      // A failure needs no toast: the menu omits the Connect item, and the Connect screen shows the failure.
      ...QUIET,
    },
  );

/** Whether the viewer can see any event. Polls until the first event exists. */
export const hasEventsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'has events'],
    queryFn: async ({ signal }) => (await api.call(listEvents, { query: { limit: 1 }, signal })).count > 0,
    refetchInterval: ({ state }) => (state.data === true ? false : FIRST_EVENT_MS),
    ...QUIET,
  });

export const connectQuery = (api: ApiClient, id: number) =>
  readQuery(api, [...KEY, 'one', id], getConnect, { params: { id } }, QUIET);

/** Mutations of an integration's connection. The response of a mutation replaces the cached data. */
export const useConnectMutations = (id: number) => {
  const api = useApi();
  const queryClient = useQueryClient();
  const onSuccess = (connect: Connect) => queryClient.setQueryData(connectQuery(api, id).queryKey, connect);
  return {
    door: useChange(openDoor, () => ({ params: { id } }), { onSuccess }),
    trust: useChange(changeTrust, (trust: Trust) => ({ params: { id }, body: { trust } }), { onSuccess }),
  };
};
