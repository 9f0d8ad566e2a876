import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { Webhook } from 'lucide-react';
import type { Period } from '@portico/contracts/http/event-health';
import { buttonClass, Icon, lazyPart, Part, Row, Skeleton, Stack, type TabLinkProps, TabLinks } from '@portico/ui';
import { useScreenShown } from '../../../app/shell/use-screen-shown.ts';
import { BackLink } from '../../../app/back-link.tsx';
import { Title } from '../../../app/title.tsx';
import { useTimeZone } from '../../../shared/time/time-zone.ts';
import type { ConnectPanelProps } from '../../../features/connect/connect-panel.tsx';
import { readTestSearch, type TestSearch } from '../../../features/connect/test-data/test-search.ts';
import { IntegrationPage, type IntegrationPageProps } from '../../../features/integrations/page/integration-page.tsx';
import {
  INTEGRATION_TABS,
  type IntegrationSearch,
  readIntegrationSearch,
} from '../../../features/integrations/page/page-search.ts';
import { integrationQuery } from '../../../features/integrations/integrations.queries.ts';
import { DEFAULT_PERIOD } from '../../../shared/health/period-choices.ts';
import { Histogram } from '../../../features/events/histogram/histogram.tsx';

const ConnectPanel = lazyPart(
  async () => (await import('../../../features/connect/connect-panel.tsx')).ConnectPanel,
  <Skeleton height="20rem" />,
);

const TestData = lazyPart(
  async () => (await import('../../../features/connect/test-data/test-data.tsx')).TestData,
  <Skeleton height="20rem" />,
);

const SilenceSection = lazyPart(
  async () => (await import('../../../features/silence/silence-section.tsx')).SilenceSection,
);

const back = (
  <BackLink to="/admin/integrations" search={{}}>
    Integration Manager
  </BackLink>
);

const EVENTS_OF_TESTS: IntegrationSearch & TestSearch = { tab: 'events', test: 'on' };

const OneIntegration = () => {
  const { user } = Route.useRouteContext();
  const isScreenShown = useScreenShown();
  const id = Number(Route.useParams().id);
  const search = Route.useSearch();
  const { tab = 'overview', period = DEFAULT_PERIOD } = search;
  const navigate = useNavigate();
  const zone = useTimeZone();
  const tabLink = (name: string, props: TabLinkProps) => (
    <Link
      key={name}
      to="/admin/integrations/$id"
      params={{ id: String(id) }}
      search={(before) => readIntegrationSearch({ ...before, tab: name })}
      {...props}
    />
  );
  const onPeriodChange = (next: Period) =>
    void navigate({
      to: '/admin/integrations/$id',
      params: { id: String(id) },
      search: readIntegrationSearch({ tab, period: next }),
      resetScroll: false,
      replace: true,
    });
  const onTestChange = (next: TestSearch, options?: { replace: boolean }) =>
    void navigate({
      to: '/admin/integrations/$id',
      params: { id: String(id) },
      search: { ...readIntegrationSearch({ tab, period }), ...next },
      resetScroll: false,
      ...options,
    });
  const testLink: ConnectPanelProps['testLink'] = (props) => (
    <Link to="/admin/integrations/$id" params={{ id: String(id) }} search={EVENTS_OF_TESTS} {...props} />
  );
  const toKeys = (
    <Link
      to="/admin/integrations/$id"
      params={{ id: String(id) }}
      search={{ tab: 'connect' }}
      className={buttonClass({ variant: 'secondary' })}
    >
      Create a test key
    </Link>
  );
  const testData: IntegrationPageProps['testData'] = (listed) => (
    <TestData key={id} {...{ id, toKeys, isScreenShown }} search={readTestSearch(search)} onSearchChange={onTestChange}>
      {listed}
    </TestData>
  );
  const overTime: IntegrationPageProps['overTime'] = (histogram, { name, organizationId }) => (
    <Histogram
      histogram={histogram}
      zone={zone}
      isBusy={false}
      onRange={(from, to) =>
        void navigate({
          to: '/dashboard',
          search: { integration: name, organization: organizationId ?? undefined, from, to },
        })
      }
    />
  );
  return (
    <>
      <Title of="Integration" />
      <IntegrationPage
        viewer={user.id}
        {...{ id, tab, period, onPeriodChange, back, overTime, testData }}
        silence={
          isScreenShown && (
            <Part>
              <SilenceSection key={id} id={id} />
            </Part>
          )
        }
        connect={
          <Stack gap={4}>
            <Row justify="end">
              <Link
                to="/connect/$id/hooks"
                params={{ id: String(id) }}
                className={buttonClass({ variant: 'secondary' })}
              >
                <Icon of={Webhook} />
                Webhooks
              </Link>
            </Row>
            <ConnectPanel key={id} {...{ id, isScreenShown, testLink }} />
          </Stack>
        }
        tabs={<TabLinks label="Integration" tabs={INTEGRATION_TABS} selected={tab} link={tabLink} />}
      />
    </>
  );
};

/** The `_` after `integrations` keeps this route outside the route of the list. */
export const Route = createFileRoute('/_portal/admin/integrations_/$id')({
  validateSearch: readIntegrationSearch,
  loader: ({ context: { api, queryClient }, params: { id } }) =>
    void queryClient.prefetchQuery(integrationQuery(api, Number(id))),
  component: OneIntegration,
});
