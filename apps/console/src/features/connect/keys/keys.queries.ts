import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import {
  createKey,
  type IntegrationKey,
  type KeyCreate,
  listKeys,
  type Overlap,
  revokeKey,
  rotateKey,
  takeOverKey,
} from '@portico/contracts/http/integration-keys';
import { useApi } from '../../../api/use-api.ts';

/** Milliseconds until changes by another manager appear. */
const REFRESH_MS = 15_000;
/** Poll interval for the first use of a key, in milliseconds. */
const FIRST_USE_MS = 3_000;

const isUnused = ({ state, lastUsedAt }: IntegrationKey): boolean => state === 'active' && lastUsedAt === null;

/** Keys of an integration, the newest first. */
export const keysQuery = (api: ApiClient, id: number) =>
  queryOptions({
    queryKey: ['connect', 'keys', id],
    queryFn: ({ signal }) => api.call(listKeys, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.data.some(isUnused) === true ? FIRST_USE_MS : REFRESH_MS),
    meta: { isQuiet: true },
  });

export const useKeyMutations = (id: number) => {
  const api = useApi();
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: keysQuery(api, id).queryKey });
  return {
    create: useMutation({ mutationFn: (body: KeyCreate) => api.call(createKey, { params: { id }, body }), onSettled }),
    rotate: useMutation({
      mutationFn: ({ keyId, overlap }: { keyId: string; overlap: Overlap }) =>
        api.call(rotateKey, { params: { id, keyId }, body: { overlap } }),
      onSettled,
    }),
    takeOver: useMutation({
      mutationFn: (keyId: string) => api.call(takeOverKey, { params: { id, keyId } }),
      onSettled,
    }),
    revoke: useMutation({
      mutationFn: (keyId: string) => api.call(revokeKey, { params: { id, keyId } }),
      onSettled,
    }),
  };
};
