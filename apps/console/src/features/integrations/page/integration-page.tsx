import type { RejectedEvent } from '@portico/contracts/http/rejected-events';
import { SearchX, ShieldCheck } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Period } from '@portico/contracts/http/event-health';
import type { EventHistogram, EventRow } from '@portico/contracts/http/events';
import type { Integration } from '@portico/contracts/http/integrations';
import {
  Row,
  Screen,
  Skeleton,
  Stack,
  TabPanel,
  buttonClass,
  EmptyState,
  StatusTag,
  Table,
  type Column,
  Badge,
} from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { TroubleOf } from '../../../shared/trouble/trouble-mark.tsx';
import { LoadFailure } from '../../../shared/messages/load-failure.tsx';
import { integrationQuery } from '../integrations.queries.ts';
import type { IntegrationTab } from './page-search.ts';
import { OverviewTab } from './overview-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { Ago } from '../../../shared/health/ago.tsx';
import { eventsHref, rejectedHref } from '../../../shared/health/hrefs.ts';
import { newestEventsQuery, newestRejectedQuery } from '../health.queries.ts';
import * as styles from './page.css.ts';

const COLUMNS: readonly Column<RejectedEvent>[] = [
  { id: 'reason', header: 'Reason', inCard: 'title', cell: ({ rejection }) => rejection.reason },
  {
    id: 'event',
    header: 'Event ID',
    inCard: 'line',
    isNamedInCard: true,
    cell: ({ event_id }) => event_id ?? 'none',
  },
  { id: 'at', header: 'Published', inCard: 'note', cell: ({ published_at }) => <Ago at={published_at} /> },
  {
    id: 'state',
    header: 'State',
    inCard: 'titleEnd',
    cell: ({ isListed }) => (isListed ? <Badge tone="success">Corrected</Badge> : <Badge>Rejected</Badge>),
  },
];

const RejectedTab = ({ integration }: { integration: Integration }) => {
  const api = useApi();
  const query = useQuery(newestRejectedQuery(api, integration.id));
  if (query.isError && query.data === undefined)
    return <LoadFailure title="Rejected events could not be loaded" query={query} />;
  return (
    <Stack gap={4}>
      <Row gap={3}>
        <a className={buttonClass({ variant: 'secondary' })} href={rejectedHref(integration.id)}>
          All rejected events
        </a>
      </Row>
      <Table
        label={`Newest rejected events of ${integration.name}`}
        columns={COLUMNS}
        rows={query.data?.data}
        rowKey={({ id }) => id}
        density="comfortable"
        empty={<EmptyState icon={ShieldCheck} title="No event was rejected." />}
      />
    </Stack>
  );
};

const columnsOf = (integration: Integration): readonly Column<EventRow>[] => [
  {
    id: 'event',
    header: 'Event',
    inCard: 'title',
    cell: ({ event_name, trace_id, source_id, id }) => (
      <a className={styles.link} href={eventsHref(integration, { open: `${trace_id}-${source_id}.${id}` })}>
        {event_name}
      </a>
    ),
  },
  { id: 'message', header: 'Message', inCard: 'line', cell: ({ details }) => details.message },
  { id: 'at', header: 'Timestamp', inCard: 'note', cell: ({ timestamp }) => <Ago at={timestamp} /> },
  { id: 'status', header: 'Status', inCard: 'titleEnd', cell: ({ result }) => <StatusTag status={result} /> },
];

const EventsTab = ({ integration }: { integration: Integration }) => {
  const api = useApi();
  const query = useQuery(newestEventsQuery(api, integration.id));
  if (query.isError && query.data === undefined)
    return <LoadFailure title="Events could not be loaded" query={query} />;
  return (
    <Stack gap={4}>
      <Row gap={3}>
        <a className={buttonClass({ variant: 'secondary' })} href={eventsHref(integration)}>
          All events
        </a>
        <a className={buttonClass({ variant: 'secondary' })} href={eventsHref(integration, { status: 'FAILURE' })}>
          Failures
        </a>
      </Row>
      <Table
        label={`Newest events of ${integration.name}`}
        columns={columnsOf(integration)}
        rows={query.data?.data}
        rowKey={({ source_id, id }) => `${source_id}.${id}`}
        density="comfortable"
        empty={<EmptyState icon={SearchX} title="No events yet." />}
      />
    </Stack>
  );
};

export type IntegrationPageProps = {
  id: number;
  viewer: number;
  tab: IntegrationTab;
  period: Period;
  onPeriodChange: (period: Period) => void;
  back: ReactNode;
  tabs: ReactNode;
  /** Renders a chart of events over time. A selected range opens the list of events, filtered by the integration. */
  overTime: (histogram: EventHistogram, integration: Integration) => ReactNode;
  silence: ReactNode;
  connect: ReactNode;
  /** Renders the list with a switch above it that shows test data. */
  testData: (listed: ReactNode) => ReactNode;
};

const leadOf = ({ id, displayName, organization, organizationId, active }: Integration): string => {
  const owner = organizationId === null ? 'no organization' : (organization?.name ?? `Organization ${organizationId}`);
  return [`Integration ${id}`, displayName, owner, active ? 'active' : 'inactive']
    .filter((part) => part !== null)
    .join(' · ');
};

/** One integration: its health, newest events, rejections, connection, and settings. */
export const IntegrationPage = (props: IntegrationPageProps) => {
  const api = useApi();
  const { id, viewer, tab, period, onPeriodChange, back, tabs, overTime, silence, connect, testData } = props;
  const query = useQuery(integrationQuery(api, id));
  const integration = query.data;
  if (query.isError && integration === undefined)
    return (
      <Screen heading={`Integration ${id}`} tools={back}>
        <LoadFailure title="The integration could not be loaded" query={query} />
      </Screen>
    );
  return (
    <Screen
      heading={integration?.name ?? `Integration ${id}`}
      tools={back}
      {...(integration && { lead: leadOf(integration) })}
    >
      {tabs}
      {tab === 'overview' && <TroubleOf viewer={viewer} integration={id} />}
      <TabPanel id={tab}>
        {integration === undefined ? (
          <div aria-busy>
            <Skeleton height="10rem" />
          </div>
        ) : (
          <>
            {tab === 'overview' && <OverviewTab {...{ integration, period, onPeriodChange, overTime, silence }} />}
            {tab === 'events' && testData(<EventsTab integration={integration} />)}
            {tab === 'rejected' && <RejectedTab integration={integration} />}
            {tab === 'connect' && connect}
            {tab === 'settings' && <SettingsTab integration={integration} />}
          </>
        )}
      </TabPanel>
    </Screen>
  );
};
