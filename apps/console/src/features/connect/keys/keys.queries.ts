import { useQueryClient } from '@tanstack/react-query';
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
import { QUIET, readQuery, useChange } from '../../../api/calls.ts';

/** Poll interval in milliseconds, so that changes by other managers appear. */
const REFRESH_MS = 15_000;
/** Poll interval in milliseconds while an active key has never been used. */
const FIRST_USE_MS = 3_000;

const isUnused = ({ state, lastUsedAt }: IntegrationKey): boolean => state === 'active' && lastUsedAt === null;

/** The keys of an integration, newest first. */
export const keysQuery = (api: ApiClient, id: number) =>
  readQuery(
    api,
    ['connect', 'keys', id],
    listKeys,
    { params: { id } },
    {
      refetchInterval: ({ state }) => (state.data?.data.some(isUnused) === true ? FIRST_USE_MS : REFRESH_MS),
      ...QUIET,
    },
  );

export const useKeyMutations = (id: number) => {
  const api = useApi();
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: keysQuery(api, id).queryKey });
  return {
    create: useChange(createKey, (body: KeyCreate) => ({ params: { id }, body }), { onSettled }),
    rotate: useChange(
      rotateKey,
      ({ keyId, overlap }: { keyId: string; overlap: Overlap }) => ({ params: { id, keyId }, body: { overlap } }),
      { onSettled },
    ),
    takeOver: useChange(takeOverKey, (keyId: string) => ({ params: { id, keyId } }), { onSettled }),
    revoke: useChange(revokeKey, (keyId: string) => ({ params: { id, keyId } }), { onSettled }),
  };
};
