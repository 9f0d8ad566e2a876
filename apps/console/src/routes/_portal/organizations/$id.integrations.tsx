import { createFileRoute, Link } from '@tanstack/react-router';
import { buttonClass } from '@portico/ui';
import { useConfig } from '../../../app/use-config.ts';
import { OrganizationIntegrations } from '../../../features/organizations/page/organization-integrations.tsx';
import { useOrganization } from './-organization.ts';

const look = buttonClass({ variant: 'secondary' });

const Integrations = () => {
  const { id, isAdmin } = useOrganization();
  const { supportEmail } = useConfig();
  // Only administrators can create an integration; other users have to ask for one.
  const toNew = isAdmin ? (
    <Link to="/admin/integrations" search={{}} className={look}>
      Add an integration
    </Link>
  ) : (
    <a className={look} href={`mailto:${supportEmail}?subject=Integration`}>
      Ask for an integration
    </a>
  );
  return <OrganizationIntegrations key={id} {...{ id, toNew }} />;
};

export const Route = createFileRoute('/_portal/organizations/$id/integrations')({ component: Integrations });
