import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Period } from '@portico/contracts/http/event-health';
import type { EventHistogram } from '@portico/contracts/http/events';
import type { Integration } from '@portico/contracts/http/integrations';
import { Screen, Skeleton, TabPanel } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { TroubleOf } from '../../../shared/trouble/trouble-mark.tsx';
import { LoadFailure } from '../../../shared/messages/load-failure.tsx';
import { integrationQuery } from '../integrations.queries.ts';
import type { IntegrationTab } from './page-search.ts';
import { OverviewTab } from './overview-tab.tsx';
import { EventsTab } from './events-tab.tsx';
import { RejectedTab } from './rejected-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';

export type IntegrationPageProps = {
  id: number;
  /** Who looks at it. */
  viewer: number;
  tab: IntegrationTab;
  period: Period;
  onPeriodChange: (period: Period) => void;
  /** The way back to the list. */
  back: ReactNode;
  /** The tabs, as links. */
  tabs: ReactNode;
  /** Events over time; a range that is chosen there is of this integration. */
  overTime: (histogram: EventHistogram, integration: Integration) => ReactNode;
  /** Whether it sends as usual. */
  silence: ReactNode;
  /** How it is connected. */
  connect: ReactNode;
  /** The switch to test data, above what is listed. */
  testData: (listed: ReactNode) => ReactNode;
};

const leadOf = ({ id, displayName, organization, organizationId, active }: Integration): string => {
  const owner = organizationId === null ? 'no organization' : (organization?.name ?? `Organization ${organizationId}`);
  return [`Integration ${id}`, displayName, owner, active ? 'active' : 'inactive']
    .filter((part) => part !== null)
    .join(' · ');
};

/** One integration: how it is doing, its newest events, what was rejected of it, how it is connected, and its settings. */
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
