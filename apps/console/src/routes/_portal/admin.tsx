import { createFileRoute, Link, Outlet, useLocation } from '@tanstack/react-router';
import { Stack, type TabLinkProps, TabLinks, TabPanel } from '@portico/ui';
import { adminsOnly } from '../../app/guards.ts';

/** The tabs. The path of a tab is /admin/ followed by its id. Any other path shows the first tab. */
const TABS = [
  { id: 'users', text: 'Users' },
  { id: 'organizations', text: 'Organizations' },
  { id: 'integrations', text: 'Integrations' },
  { id: 'functions', text: 'Functions' },
] as const;

/** The id of the tab for a path. A path below a tab's path, such as one integration, belongs to this tab. */
const tabOf = (pathname: string) => {
  const segments = pathname.split('/');
  return TABS.findLast((tab) => segments.includes(tab.id))?.id ?? TABS[0].id;
};

const tabLink = (id: string, props: TabLinkProps) => (
  <Link key={id} to={`/admin/${TABS.find((tab) => tab.id === id)?.id ?? 'users'}`} {...props} />
);

const Admin = () => {
  const id = useLocation({ select: ({ pathname }) => tabOf(pathname) });
  return (
    <Stack gap={6}>
      <TabLinks label="Admin" tabs={TABS} selected={id} link={tabLink} />
      <TabPanel id={id}>
        <Outlet />
      </TabPanel>
    </Stack>
  );
};

export const Route = createFileRoute('/_portal/admin')({ beforeLoad: adminsOnly, component: Admin });
