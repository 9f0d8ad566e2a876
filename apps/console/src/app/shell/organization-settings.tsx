import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { OrganizationSummary } from '@portico/contracts/http/memberships';
import { buttonClass, Button } from '@portico/ui';
import { InvitePeopleDialog } from '../../features/invitations/invite-people-dialog.tsx';
import { OwnInvitations } from '../../features/invitations/own-invitations.tsx';
import { MembersDialog } from '../../features/members/members-dialog.tsx';
import { OrganizationSettings as Settings } from '../../features/own-organizations/organization-settings.tsx';
import { useConfig } from '../use-config.ts';
import type { SettingsDialogProps } from './settings-dialog-props.ts';
import { useApi } from '../../api/use-api.ts';
import { requestsQuery } from '../../features/members/members.queries.ts';

type MembersButtonProps = { organization: OrganizationSummary; onPress: () => void };

/** The way to the members of an organization that the viewer manages; it says how many ask to join. */
const MembersButton = ({ organization: { id, name }, onPress }: MembersButtonProps) => {
  const api = useApi();
  const count = useQuery(requestsQuery(api, id)).data?.count ?? 0;
  const waiting = count === 0 ? '' : `${count} ${count === 1 ? 'request' : 'requests'}`;
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={`Members of ${name}${waiting && `, ${waiting} to join`}`}
      onPress={onPress}
    >
      Members{waiting && ` · ${waiting}`}
    </Button>
  );
};

/** One's own organizations, and for managers who belongs to them and whom they invite. */
export const OrganizationSettings = ({ onClose }: SettingsDialogProps) => {
  const { approvalFlow } = useConfig();
  const [invitedInto, setInvitedInto] = useState<OrganizationSummary | null>(null);
  const [membersOf, setMembersOf] = useState<OrganizationSummary | null>(null);
  if (invitedInto) return <InvitePeopleDialog organization={invitedInto} onClose={() => setInvitedInto(null)} />;
  if (membersOf) return <MembersDialog organization={membersOf} onClose={() => setMembersOf(null)} />;
  return (
    <Settings
      approvalFlow={approvalFlow}
      onInvite={setInvitedInto}
      onClose={onClose}
      renderMembers={(organization) => (
        <MembersButton organization={organization} onPress={() => setMembersOf(organization)} />
      )}
      renderBilling={({ id, name }) => (
        <Link
          to="/organizations/$id/billing"
          params={{ id: String(id) }}
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
          aria-label={`Billing of ${name}`}
          onClick={onClose}
        >
          Billing
        </Link>
      )}
    >
      <OwnInvitations />
    </Settings>
  );
};
