import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import * as contract from '@portico/contracts/http/invitations';
import { useApi } from '../../api/use-api.ts';

/** Poll interval in milliseconds, because others may invite the viewer. */
const INVITED_MS = 10_000;

/** Open invitations to the viewer. */
export const ownInvitationsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['own-invitations'],
    queryFn: ({ signal }) => api.call(contract.listOwnInvitations, { signal }),
    refetchInterval: INVITED_MS,
  });

/** After accepting, the viewer may see more: refetches everything in the background. */
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
