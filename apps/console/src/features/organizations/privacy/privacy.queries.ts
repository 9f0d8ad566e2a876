import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import {
  getPrivacy,
  getProductPrivacy,
  type Privacy,
  type PrivacyTrial,
  putPrivacy,
  putProductPrivacy,
  tryPrivacy,
} from '@portico/contracts/http/privacy';
import { useApi } from '../../../api/use-api.ts';
import { QUIET, useChange } from '../../../api/calls.ts';

/** Privacy rules of an organization. An `id` of null returns the rules for all organizations. */
export const privacyQuery = (api: ApiClient, id: number | null) =>
  queryOptions({
    queryKey: ['privacy', id],
    queryFn: ({ signal }) =>
      id === null ? api.call(getProductPrivacy, { signal }) : api.call(getPrivacy, { params: { id }, signal }),
    ...QUIET,
  });

export const usePrivacyMutations = (id: number | null) => {
  const api = useApi();
  const queryClient = useQueryClient();
  return {
    save: useMutation({
      mutationFn: (body: Privacy) =>
        id === null ? api.call(putProductPrivacy, { body }) : api.call(putPrivacy, { params: { id }, body }),
      onSettled: () => queryClient.invalidateQueries({ queryKey: privacyQuery(api, id).queryKey }),
    }),
    trial: useChange(tryPrivacy, (body: PrivacyTrial) => ({ body })),
  };
};
