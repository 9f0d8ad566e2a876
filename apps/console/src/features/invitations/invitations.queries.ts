import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import * as contract from '@portico/contracts/http/invitations';
import { useApi } from '../../api/use-api.ts';

/** Somebody may invite the viewer meanwhile. */
const INVITED_MS = 10_000;

/** Open invitations to the viewer. */
export const ownInvitationsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['own-invitations'],
    queryFn: ({ signal }) => api.call(contract.listOwnInvitations, { signal }),
    refetchInterval: INVITED_MS,
  });

/** After it the viewer may see more: everything is asked for again, and nobody waits for that. */
export const useAcceptance = () => {
  const api = useApi();
  const queryClient = useQueryClient();
  const onSettled = () => void queryClient.invalidateQueries();
  return {
    byToken: useMutation({
      mutationFn: (token: string) => api.call(contract.acceptInvitation, { body: { token } }),
      onSettled,
    }),
    own: useMutation({
      mutationFn: (id: number) => api.call(contract.acceptOwnInvitation, { params: { id } }),
      onSettled,
    }),
  };
};
