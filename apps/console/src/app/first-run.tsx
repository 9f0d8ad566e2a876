import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { isAdmin } from '@portico/contracts/common/roles';
import { buttonClass } from '@portico/ui';
import { useApi } from '../api/use-api.ts';
import { AdminFirstRun } from '../features/first-run/admin-first-run.tsx';
import { ManagerFirstRun } from '../features/first-run/manager-first-run.tsx';
import { membershipsQuery } from '../features/own-organizations/membership.queries.ts';
import { useConfig } from './use-config.ts';

const look = buttonClass({ variant: 'secondary', size: 'sm' });

const Manager = ({ onDismiss }: { onDismiss: () => void }) => {
  const api = useApi();
  const { supportEmail } = useConfig();
  const { data } = useQuery(membershipsQuery(api));
  const organization = data?.data.find(({ approved, role }) => approved && role === 'manager')?.organization;
  if (!organization) return null;
  const toPeople = (
    <Link
      to="/organizations/$id/people"
      params={{ id: String(organization.id) }}
      className={buttonClass({ size: 'sm' })}
    >
      Invite people
    </Link>
  );
  return <ManagerFirstRun {...{ organization, supportEmail, onDismiss, toPeople }} />;
};

export const FirstRun = ({ onDismiss }: { onDismiss: () => void }) => {
  const { user } = useRouteContext({ from: '/_portal' });
  if (!isAdmin(user.usertype)) return <Manager onDismiss={onDismiss} />;
  return (
    <AdminFirstRun
      onDismiss={onDismiss}
      toOrganizations={
        <Link to="/admin/organizations" className={look}>
          Go to Organizations
        </Link>
      }
      toIntegrations={
        <Link to="/admin/integrations" className={look}>
          Go to Integrations
        </Link>
      }
    />
  );
};
