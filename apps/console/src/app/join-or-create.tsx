import { OwnInvitations } from '../features/invitations/own-invitations.tsx';
import { JoinOrCreate as Block } from '../features/own-organizations/join.tsx';
import { useConfig } from './use-config.ts';

/** The landing screen of users without an organization. */
export const JoinOrCreate = () => {
  const { approvalFlow } = useConfig();
  return (
    <Block approvalFlow={approvalFlow}>
      <OwnInvitations />
    </Block>
  );
};
