import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import * as contract from '@portico/contracts/http/invitations';
import { changeMember, listMembers, type MemberChange, removeMember } from '@portico/contracts/http/members';
import { useApi } from '../../../api/use-api.ts';

/** Members per page. */
export const MEMBERS_SIZE = 25;
/** Maximum requests shown. */
const REQUESTS = 100;
/** Poll interval in milliseconds, for other managers' decisions and new requests. */
const REFRESH_MS = 10_000;

/** Poll interval in milliseconds while an invitation's mail is being sent. */
const SENDING_MS = 2_000;

const keyOf = (id: number) => ['members', id];

export const requestsQuery = (api: ApiClient, id: number) =>
  queryOptions({
    queryKey: [...keyOf(id), 'requests'],
    queryFn: ({ signal }) =>
      api.call(listMembers, { params: { id }, query: { approved: false, limit: REQUESTS, offset: 0 }, signal }),
    refetchInterval: REFRESH_MS,
    meta: { isQuiet: true },
  });

/** @param page starts at 1 */
export const membersQuery = (api: ApiClient, id: number, page: number) =>
  queryOptions({
    queryKey: [...keyOf(id), 'members', page],
    queryFn: ({ signal }) =>
      api.call(listMembers, {
        params: { id },
        query: { approved: true, limit: MEMBERS_SIZE, offset: (page - 1) * MEMBERS_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    meta: { isQuiet: true },
  });

export const useMemberMutations = (id: number) => {
  const api = useApi();
  const queryClient = useQueryClient();
  // The user's own role may have changed.
  const onSettled = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: keyOf(id) }),
      queryClient.invalidateQueries({ queryKey: ['memberships'] }),
    ]);
  return {
    change: useMutation({
      mutationFn: ({ userId, ...body }: MemberChange & { userId: number }) =>
        api.call(changeMember, { params: { id, userId }, body }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (userId: number) => api.call(removeMember, { params: { id, userId } }),
      onSettled,
    }),
  };
};

/** An organization's invitations, the newest first. */
export const invitationsQuery = (api: ApiClient, id: number) =>
  queryOptions({
    queryKey: ['invitations', id],
    queryFn: ({ signal }) => api.call(contract.listInvitations, { params: { id }, signal }),
    refetchInterval: ({ state }) => {
      const open = state.data?.data.filter((one) => one.state === 'open') ?? [];
      if (open.length === 0) return false;
      return open.some(({ mail }) => mail === 'waiting') ? SENDING_MS : REFRESH_MS;
    },
    meta: { isQuiet: true },
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
