import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import * as contract from '@portico/contracts/http/invitations';
import { changeMember, listMembers, type MemberChange, removeMember } from '@portico/contracts/http/members';
import { QUIET, quiet, readQuery, useChange } from '../../../api/calls.ts';

export const MEMBERS_SIZE = 25;
/** The list shows at most this many requests to join. */
const REQUESTS = 100;
/** Poll interval in milliseconds, for decisions of other managers and for new requests. */
const REFRESH_MS = 10_000;

/** Poll interval in milliseconds while an invitation's mail is being sent. */
const SENDING_POLL_MS = 2_000;

const keyOf = (id: number) => ['members', id];

export const requestsQuery = (api: ApiClient, id: number) =>
  readQuery(
    api,
    [...keyOf(id), 'requests'],
    listMembers,
    { params: { id }, query: { approved: false, limit: REQUESTS, offset: 0 } },
    quiet(REFRESH_MS),
  );

/** One page of an organization's members. @param page starts at 1 */
export const membersQuery = (api: ApiClient, id: number, page: number) =>
  readQuery(
    api,
    [...keyOf(id), 'members', page],
    listMembers,
    { params: { id }, query: { approved: true, limit: MEMBERS_SIZE, offset: (page - 1) * MEMBERS_SIZE } },
    { placeholderData: keepPreviousData, ...quiet(REFRESH_MS) },
  );

export const useMemberMutations = (id: number) => {
  const queryClient = useQueryClient();
  // Refetches the viewer's memberships too, because the viewer's own role may have changed.
  const onSettled = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: keyOf(id) }),
      queryClient.invalidateQueries({ queryKey: ['memberships'] }),
    ]);
  return {
    change: useChange(
      changeMember,
      ({ userId, ...body }: MemberChange & { userId: number }) => ({ params: { id, userId }, body }),
      { onSettled },
    ),
    remove: useChange(removeMember, (userId: number) => ({ params: { id, userId } }), { onSettled }),
  };
};

/** An organization's invitations, the newest first. */
export const invitationsQuery = (api: ApiClient, id: number) =>
  readQuery(
    api,
    ['invitations', id],
    contract.listInvitations,
    { params: { id } },
    {
      refetchInterval: ({ state }) => {
        const open = state.data?.data.filter((one) => one.state === 'open') ?? [];
        if (open.length === 0) return false;
        return open.some(({ mail }) => mail === 'waiting') ? SENDING_POLL_MS : REFRESH_MS;
      },
      ...QUIET,
    },
  );

export const useInvitationMutations = (organizationId: number) => {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ['invitations', organizationId] });
  return {
    invite: useChange(
      contract.createInvitation,
      (body: contract.InvitationCreate) => ({ params: { id: organizationId }, body }),
      { onSettled },
    ),
    resend: useChange(contract.resendInvitation, (id: number) => ({ params: { id } }), { onSettled }),
    revoke: useChange(contract.revokeInvitation, (id: number) => ({ params: { id } }), { onSettled }),
  };
};
