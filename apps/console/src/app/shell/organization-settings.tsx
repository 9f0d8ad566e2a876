import { Link } from '@tanstack/react-router';
import { buttonClass } from '@portico/ui';
import { OwnInvitations } from '../../features/invitations/own-invitations.tsx';
import { OrganizationSettings as Settings } from '../../features/own-organizations/organization-settings.tsx';
import { useConfig } from '../use-config.ts';

export const OrganizationSettings = ({ onClose }: { onClose: () => void }) => {
  const { approvalFlow } = useConfig();
  return (
    <Settings
      approvalFlow={approvalFlow}
      onClose={onClose}
      renderLink={({ id, name }) => (
        <Link
          to="/organizations/$id"
          params={{ id: String(id) }}
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
          aria-label={`Open ${name}`}
          onClick={onClose}
        >
          Open
        </Link>
      )}
    >
      <OwnInvitations />
    </Settings>
  );
};
