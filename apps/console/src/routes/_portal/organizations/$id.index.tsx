import { createFileRoute, Link } from '@tanstack/react-router';
import { buttonClass } from '@portico/ui';
import { OrganizationOverview } from '../../../features/organizations/page/organization-overview.tsx';
import { useOrganization } from './-organization.ts';

const look = buttonClass({ variant: 'secondary', size: 'sm' });
const toEpisodes = (
  <Link to="/episodes" search={{}} className={look}>
    See the episodes
  </Link>
);
const toProducts = (
  <Link to="/products" className={look}>
    See the products
  </Link>
);

const Overview = () => {
  const { id, mayManage } = useOrganization();
  return <OrganizationOverview {...{ id, mayManage, toEpisodes, toProducts }} />;
};

export const Route = createFileRoute('/_portal/organizations/$id/')({ component: Overview });
