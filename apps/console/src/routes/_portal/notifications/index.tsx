import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { isAdmin } from '@portico/contracts/common/roles';
import { TabLinks, type TabLinkProps } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { Title } from '../../../app/title.tsx';
import { NOTIFICATION_TABS, readNotificationsSearch } from '../../../features/notifications/notifications-search.ts';
import { NotificationsScreen } from '../../../features/notifications/notifications-screen.tsx';
import { membershipsQuery } from '../../../features/own-organizations/membership.queries.ts';
import { ownersFor } from '../../../shared/notices/owners.ts';

const tabLink = (tab: string, props: TabLinkProps) => (
  <Link key={tab} to="/notifications" search={readNotificationsSearch({ tab })} {...props} />
);

const Notifications = () => {
  const api = useApi();
  const { user } = Route.useRouteContext();
  const search = readNotificationsSearch(Route.useSearch());
  const navigate = useNavigate();
  const isViewerAdmin = isAdmin(user.usertype);
  const { data } = useQuery(membershipsQuery(api));
  const own = (data?.data ?? []).filter(({ approved }) => approved);
  const managed = own.filter(({ role }) => role === 'manager').map(({ organization }) => organization);
  return (
    <>
      <Title of="Notifications" />
      <NotificationsScreen
        search={search}
        isAdmin={isViewerAdmin}
        owners={ownersFor(managed, isViewerAdmin)}
        organizations={own.map(({ organization }) => organization)}
        onSearchChange={(next, options) =>
          void navigate({ to: '/notifications', search: next, resetScroll: false, ...options })
        }
        tabs={
          <TabLinks label="Notifications" tabs={NOTIFICATION_TABS} selected={search.tab ?? 'inbox'} link={tabLink} />
        }
      />
    </>
  );
};

export const Route = createFileRoute('/_portal/notifications/')({
  component: Notifications,
});
