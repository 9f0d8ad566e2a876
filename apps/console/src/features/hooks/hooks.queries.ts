import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
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

/** How soon a delivery is shown, in milliseconds. */
const REFRESH_MS = 5_000;
/** Deliveries that the preview shows. */
const NEWEST = 10;
const KEY = ['hooks'];
const TYPES = [...new Set(PRESETS.map(sourceOf))].map((type) => `type:"${type}"`).join(' OR ');

export const hooksQuery = (api: ApiClient, id: number) =>
  queryOptions({
    queryKey: [...KEY, 'list', id],
    queryFn: ({ signal }) => api.call(listHooks, { params: { id }, signal }),
    refetchInterval: REFRESH_MS,
    meta: { isQuiet: true },
  });

export const mappingQuery = (api: ApiClient, id: number) =>
  queryOptions({
    queryKey: [...KEY, 'mapping', id],
    queryFn: ({ signal }) => api.call(getMapping, { params: { id }, signal }),
    meta: { isQuiet: true },
  });

export const deliveriesQuery = (api: ApiClient, id: number) =>
  queryOptions({
    queryKey: [...KEY, 'deliveries', id],
    queryFn: ({ signal }) =>
      api.call(listEvents, { query: { where: `integration:#${id} (${TYPES})`, limit: NEWEST }, signal }),
    refetchInterval: REFRESH_MS,
    meta: { isQuiet: true },
  });

/** Publishers see what was rejected of their integrations; a viewer who does not sees none. */
export const rejectedQuery = (api: ApiClient, id: number) =>
  queryOptions({
    queryKey: [...KEY, 'rejected', id],
    queryFn: ({ signal }) => api.call(listRejectedEvents, { query: { integration: id, limit: NEWEST }, signal }),
    refetchInterval: REFRESH_MS,
    meta: { isQuiet: true },
  });

export const useHookMutations = (id: number) => {
  const api = useApi();
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: hooksQuery(api, id).queryKey });
  return {
    create: useMutation({
      mutationFn: (body: HookCreate) => api.call(createHook, { params: { id }, body }),
      onSettled,
    }),
    rotate: useMutation({
      mutationFn: ({ hookId, ...body }: HookRotate & { hookId: string }) =>
        api.call(rotateHook, { params: { id, hookId }, body }),
      onSettled,
    }),
    revoke: useMutation({
      mutationFn: (hookId: string) => api.call(revokeHook, { params: { id, hookId } }),
      onSettled,
    }),
    takeOver: useMutation({
      mutationFn: (keyId: string) => api.call(takeOverKey, { params: { id, keyId } }),
      onSettled,
    }),
    save: useMutation({
      mutationFn: (body: Mapping) => api.call(saveMapping, { params: { id }, body }),
      onSuccess: (saved) => queryClient.setQueryData(mappingQuery(api, id).queryKey, saved),
    }),
  };
};
