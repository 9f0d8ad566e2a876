import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { OrganizationProfile } from '../../../features/organizations/page/organization-profile.tsx';
import { useOrganization } from './-organization.ts';

const Settings = () => {
  const { id, isAdmin, mayManage } = useOrganization();
  const navigate = useNavigate();
  const leave = () => void navigate({ to: '/admin/organizations', search: {}, replace: true });
  return <OrganizationProfile key={id} {...{ id, mayManage }} onDeleted={isAdmin ? leave : undefined} />;
};

export const Route = createFileRoute('/_portal/organizations/$id/settings')({ component: Settings });
