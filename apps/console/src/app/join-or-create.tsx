import { useRouteContext } from '@tanstack/react-router';
import { OwnInvitations } from '../features/invitations/own-invitations.tsx';
import { JoinOrCreate as Block } from '../features/own-organizations/join-or-create.tsx';
import { useConfig } from './use-config.ts';

/** On the landing screen of who belongs to no organization. */
export const JoinOrCreate = () => {
  const { api } = useRouteContext({ from: '__root__' });
  const { approvalFlow } = useConfig();
  return (
    <Block api={api} approvalFlow={approvalFlow}>
      <OwnInvitations api={api} />
    </Block>
  );
};
