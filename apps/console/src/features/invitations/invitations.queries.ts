import { useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import * as contract from '@portico/contracts/http/invitations';
import { readQuery, useChange } from '../../api/calls.ts';

/** Poll interval in milliseconds, because other people may invite the viewer. */
const INVITED_MS = 10_000;

export const ownInvitationsQuery = (api: ApiClient) =>
  readQuery(api, ['own-invitations'], contract.listOwnInvitations, {}, { refetchInterval: INVITED_MS });

/** Acceptance refetches all data in the background, because the viewer may see more data. */
export const useAcceptance = () => {
  const queryClient = useQueryClient();
  const onSettled = () => void queryClient.invalidateQueries();
  return {
    byToken: useChange(contract.acceptInvitation, (token: string) => ({ body: { token } }), { onSettled }),
    own: useChange(contract.acceptOwnInvitation, (id: number) => ({ params: { id } }), { onSettled }),
  };
};
