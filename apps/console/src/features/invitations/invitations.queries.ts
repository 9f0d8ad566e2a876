import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import * as contract from '@portico/contracts/http/invitations';
import { useApi } from '../../api/use-api.ts';

/** How soon the viewer sees that a mail was sent, and that an invitation was accepted, in milliseconds. */
const SENDING_MS = 2_000;
const OPEN_MS = 10_000;
/** Somebody may invite the viewer meanwhile. */
const INVITED_MS = 10_000;

/** An organization's invitations, the newest first. */
export const invitationsQuery = (api: ApiClient, organizationId: number) =>
  queryOptions({
    queryKey: ['invitations', organizationId],
    queryFn: ({ signal }) => api.call(contract.listInvitations, { params: { id: organizationId }, signal }),
    refetchInterval: ({ state }) => {
      const open = state.data?.data.filter((one) => one.state === 'open') ?? [];
      if (open.length === 0) return false;
      return open.some(({ mail }) => mail === 'waiting') ? SENDING_MS : OPEN_MS;
    },
  });

/** Open invitations to the viewer. */
export const ownInvitationsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['own-invitations'],
    queryFn: ({ signal }) => api.call(contract.listOwnInvitations, { signal }),
    refetchInterval: INVITED_MS,
  });

export const useInvitationMutations = (organizationId: number) => {
  const api = useApi();
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ['invitations', organizationId] });
  return {
    invite: useMutation({
      mutationFn: (body: contract.InvitationCreate) =>
        api.call(contract.createInvitation, { params: { id: organizationId }, body }),
      onSettled,
    }),
    resend: useMutation({
      mutationFn: (id: number) => api.call(contract.resendInvitation, { params: { id } }),
      onSettled,
    }),
    revoke: useMutation({
      mutationFn: (id: number) => api.call(contract.revokeInvitation, { params: { id } }),
      onSettled,
    }),
  };
};

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
