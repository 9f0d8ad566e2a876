import { createFileRoute, Link } from '@tanstack/react-router';
import { isAdmin } from '@portico/contracts/common/roles';
import { buttonClass, lazyPart, type TabLinkProps, TabLinks, TabPanel, Waiting } from '@portico/ui';
import { notForLeads } from '../../app/guards.ts';
import { Title } from '../../app/title.tsx';
import { toProducts } from './-to-products.tsx';
import { useSearchChange } from '../../app/use-search-change.ts';
import { useConfig } from '../../app/use-config.ts';
import { eventListQuery } from '../../features/events/events.queries.ts';
import { readEventsSearch, type EventsSearch } from '../../features/events/events-search.ts';
import { membershipsQuery } from '../../features/own-organizations/membership.queries.ts';
import { selectedOrganizations } from '../../features/own-organizations/selected-organizations.ts';
import { useDismissal } from '../../features/first-run/dismissal.ts';
import { useScope } from '../../features/own-organizations/use-scope.ts';
import * as styles from './-dashboard.css.ts';
import { BarCoding } from '../../features/overview/bar-coding.tsx';
import { speaksPlainly } from './-speaks-plainly.ts';

const waiting = <Waiting text="Loading…" />;
const eventsScreen = () => import('../../features/events/events-screen.tsx');
const EventsScreen = lazyPart(async () => (await eventsScreen()).EventsScreen, waiting);
const OverviewScreen = lazyPart(
  async () => (await import('../../features/overview/overview-screen.tsx')).OverviewScreen,
  waiting,
);
const WithoutOrganization = lazyPart(
  async () => (await import('../../app/without-organization.tsx')).WithoutOrganization,
  waiting,
);
const FirstRun = lazyPart(async () => (await import('../../app/first-run.tsx')).FirstRun);

type View = 'integrations' | 'product' | 'bar-coding';
const VIEWS: readonly View[] = ['integrations', 'product', 'bar-coding'];

const tabLink = (id: string, props: TabLinkProps) => (
  <Link key={id} to="/dashboard" search={id === 'product' ? { view: 'product' } : {}} {...props} />
);

const Dashboard = () => {
  const { user } = Route.useRouteContext();
  const { view = 'integrations', ...search } = Route.useSearch();
  const { productName, supportEmail } = useConfig();
  const isViewerAdmin = isAdmin(user.usertype);
  const isPlain = speaksPlainly(user.usertype);
  const { isMember, isManager, organizations } = useScope(isViewerAdmin);
  const [isDismissed, dismiss] = useDismissal(user.id);
  const firstRun = (isViewerAdmin || isManager) && !isDismissed && <FirstRun onDismiss={dismiss} />;
  // The bar-coding view is part of the product tab.
  const tab = view === 'bar-coding' ? 'product' : view;
  const onSearchChange = useSearchChange('/dashboard');
  const tabs = [
    { id: 'integrations', text: 'Integrations' },
    { id: 'product', text: productName },
  ] as const;
  // Only administrators can create an integration; other users have to ask for one.
  const toIntegrations = (
    <a
      className={buttonClass({ variant: 'secondary' })}
      href={isViewerAdmin ? '/admin/integrations' : `mailto:${supportEmail}?subject=Integration`}
    >
      {isViewerAdmin ? 'Add an integration' : 'Ask for an integration'}
    </a>
  );
  const events = (
    <EventsScreen
      {...{ supportEmail, search, organizations, onSearchChange, firstRun, toIntegrations }}
      userId={user.id}
      isAdmin={isViewerAdmin}
      isPlain={isPlain}
    />
  );
  return (
    <div className={styles.dashboard}>
      <Title of={tab === 'product' ? productName : 'Integration Events'} />
      <TabLinks label="Dashboard" tabs={tabs} selected={tab} link={tabLink} />
      <TabPanel id={tab}>
        {view === 'product' && (
          <OverviewScreen
            {...{ productName, organizations, isMember }}
            viewer={{ id: user.id, isAdmin: isViewerAdmin, isManager, isPlain }}
          >
            {toProducts}
          </OverviewScreen>
        )}
        {view === 'bar-coding' && <BarCoding>{toProducts}</BarCoding>}
        {view === 'integrations' && (isMember ? events : <WithoutOrganization>{events}</WithoutOrganization>)}
      </TabPanel>
    </div>
  );
};

export const Route = createFileRoute('/_portal/dashboard')({
  validateSearch: (search: Record<string, unknown>): EventsSearch & { view?: View | undefined } => ({
    ...readEventsSearch(search),
    view: VIEWS.find((view) => view === search.view),
  }),
  beforeLoad: (context) => {
    notForLeads(context);
    // Loads the code of the events screen with the route, because most viewers open this screen.
    if ((context.search.view ?? 'integrations') === 'integrations') eventsScreen().catch(() => undefined);
  },
  loaderDeps: ({ search }) => ({ ...search, open: undefined, pane: undefined }),
  loader: async ({ context: { api, queryClient, user }, deps: { view, ...search }, cause }) => {
    // Preloads the list when the viewer enters. After that, the screen itself loads the list.
    if (cause !== 'stay' && (view === undefined || view === 'integrations'))
      void queryClient.prefetchQuery(eventListQuery(api, search, selectedOrganizations.get()));
    if (!isAdmin(user.usertype)) await queryClient.ensureQueryData(membershipsQuery(api));
  },
  component: Dashboard,
});
