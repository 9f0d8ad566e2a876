import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { Stack } from '@portico/ui';
import type { Session } from '@portico/contracts/http/identity';
import { useServices } from '../../../app/services-context.ts';
import { OrganizationProfile } from '../../../features/organizations/page/organization-profile.tsx';
import { SupportView } from '../../../features/organizations/page/support-view.tsx';
import { useOrganization } from './-organization.ts';

const Settings = () => {
  const { id, isAdmin, mayManage } = useOrganization();
  const { session } = useServices();
  const navigate = useNavigate();
  const leave = () => void navigate({ to: '/admin/organizations', search: {}, replace: true });
  const view = (viewed: Session) => {
    session.view(viewed);
    void navigate({ to: '/dashboard', search: {} });
  };
  return (
    <Stack gap={6}>
      <OrganizationProfile key={id} {...{ id, mayManage }} onDeleted={isAdmin ? leave : undefined} />
      {mayManage && <SupportView id={id} onViewed={isAdmin ? view : undefined} />}
    </Stack>
  );
};

export const Route = createFileRoute('/_portal/organizations/$id/settings')({ component: Settings });
