import { useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { PRESETS, sourceOf } from '@portico/contracts/common/hooks';
import type { Mapping } from '@portico/contracts/events/mapping';
import { listEvents } from '@portico/contracts/http/events';
import { takeOverKey } from '@portico/contracts/http/integration-keys';
import {
  createHook,
  getMapping,
  type HookCreate,
  type HookRotate,
  listHooks,
  revokeHook,
  rotateHook,
  saveMapping,
} from '@portico/contracts/http/integration-hooks';
import { listRejectedEvents } from '@portico/contracts/http/rejected-events';
import { useApi } from '../../api/use-api.ts';
import { QUIET, quiet, readQuery, useChange } from '../../api/calls.ts';

/** Poll interval of the deliveries in milliseconds. */
const REFRESH_MS = 5_000;
const NEWEST = 10;
const KEY = ['hooks'];
const TYPES = [...new Set(PRESETS.map(sourceOf))].map((type) => `type:"${type}"`).join(' OR ');

export const hooksQuery = (api: ApiClient, id: number) =>
  readQuery(api, [...KEY, 'list', id], listHooks, { params: { id } }, quiet(REFRESH_MS));

export const mappingQuery = (api: ApiClient, id: number) =>
  readQuery(api, [...KEY, 'mapping', id], getMapping, { params: { id } }, QUIET);

export const deliveriesQuery = (api: ApiClient, id: number) =>
  readQuery(
    api,
    [...KEY, 'deliveries', id],
    listEvents,
    { query: { where: `integration:#${id} (${TYPES})`, limit: NEWEST } },
    quiet(REFRESH_MS),
  );

/** An integration's newest rejected events, for its publishers. Other viewers get an empty list. */
export const rejectedQuery = (api: ApiClient, id: number) =>
  readQuery(
    api,
    [...KEY, 'rejected', id],
    listRejectedEvents,
    { query: { integration: id, limit: NEWEST } },
    quiet(REFRESH_MS),
  );

export const useHookMutations = (id: number) => {
  const api = useApi();
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: hooksQuery(api, id).queryKey });
  return {
    create: useChange(createHook, (body: HookCreate) => ({ params: { id }, body }), { onSettled }),
    rotate: useChange(
      rotateHook,
      ({ hookId, ...body }: HookRotate & { hookId: string }) => ({ params: { id, hookId }, body }),
      { onSettled },
    ),
    revoke: useChange(revokeHook, (hookId: string) => ({ params: { id, hookId } }), { onSettled }),
    takeOver: useChange(takeOverKey, (keyId: string) => ({ params: { id, keyId } }), { onSettled }),
    save: useChange(saveMapping, (body: Mapping) => ({ params: { id }, body }), {
      onSuccess: (saved) => queryClient.setQueryData(mappingQuery(api, id).queryKey, saved),
    }),
  };
};
