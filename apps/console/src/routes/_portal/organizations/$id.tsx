import { createFileRoute, Link, Outlet, redirect, useLocation } from '@tanstack/react-router';
import { isAdmin } from '@portico/contracts/common/roles';
import { type TabLinkProps, TabLinks, TabPanel } from '@portico/ui';
import { BackLink } from '../../../app/back-link.tsx';
import { Title } from '../../../app/title.tsx';
import { OrganizationPage } from '../../../features/organizations/page/organization-page.tsx';
import { membershipsQuery } from '../../../features/own-organizations/membership.queries.ts';
import { grantsQuery } from '../../../shared/purchases/grants.queries.ts';
import { useOrganization } from './-organization.ts';
import { QUIET } from '../../../api/calls.ts';

const TABS = [
  { id: 'overview', text: 'Overview', title: 'Organization', to: '/organizations/$id' },
  { id: 'people', text: 'People', title: 'People', to: '/organizations/$id/people' },
  { id: 'integrations', text: 'Integrations', title: 'Integrations', to: '/organizations/$id/integrations' },
  { id: 'billing', text: 'Billing', title: 'Billing', to: '/organizations/$id/billing' },
  { id: 'looked', text: 'Who looked', title: 'Who looked', to: '/organizations/$id/looked' },
  { id: 'settings', text: 'Settings', title: 'Organization settings', to: '/organizations/$id/settings' },
] as const;

const toOrganizations = (
  <BackLink to="/admin/organizations" search={{}}>
    Organizations
  </BackLink>
);

const OneOrganization = () => {
  const { id, isAdmin: isViewerAdmin, mayManage } = useOrganization();
  const tabs = TABS.filter((one) => mayManage || one.id !== 'looked');
  const tab = useLocation({
    select: ({ pathname }) => TABS.find((one) => pathname.endsWith(`/${one.id}`)) ?? TABS[0],
  });
  const tabLink = (name: string, props: TabLinkProps) => (
    <Link
      key={name}
      to={TABS.find((one) => one.id === name)?.to ?? TABS[0].to}
      params={{ id: String(id) }}
      {...props}
    />
  );
  return (
    <>
      <Title of={tab.title} />
      <OrganizationPage
        key={id}
        id={id}
        back={isViewerAdmin && toOrganizations}
        tabs={<TabLinks label="Organization" tabs={tabs} selected={tab.id} link={tabLink} />}
      >
        <TabPanel id={tab.id}>
          <Outlet />
        </TabPanel>
      </OrganizationPage>
    </>
  );
};

export const Route = createFileRoute('/_portal/organizations/$id')({
  beforeLoad: ({ params: { id } }) => {
    if (!/^[1-9]\d{0,9}$/.test(id)) throw redirect({ to: '/dashboard', replace: true });
  },
  loader: async ({ context: { api, queryClient, user }, params: { id } }) => {
    void queryClient.prefetchQuery({ ...grantsQuery(api, Number(id)), ...QUIET });
    if (!isAdmin(user.usertype)) await queryClient.ensureQueryData(membershipsQuery(api));
  },
  component: OneOrganization,
});
