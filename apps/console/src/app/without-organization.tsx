import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Button, Waiting } from '@portico/ui';
import { useApi } from '../api/use-api.ts';
import { ConnectPage } from '../features/connect/connect-page.tsx';
import type { ConnectPanelProps } from '../features/connect/connect-panel.tsx';
import { ConnectedList } from '../features/connect/connected-list.tsx';
import { connectedQuery, hasEventsQuery } from '../features/connect/connect.queries.ts';
import { NoOrganization } from '../features/own-organizations/no-organization.tsx';
import { JoinOrCreate } from './join-or-create.tsx';

const EVENT_LISTS = ['events', 'list'];

type FirstEventProps = {
  /** The only integration that the viewer connects; null if there are several. */
  only: number | null;
  hasEvents: boolean;
  onEnd: () => void;
};

/** A publisher's dashboard until they have seen their first event: the one integration's Connect page, or the list of several. */
const FirstEvent = ({ only, hasEvents, onEnd }: FirstEventProps) => {
  const navigate = useNavigate();
  const toEvents = hasEvents && <Button onPress={onEnd}>See all events</Button>;
  if (only === null)
    return <ConnectedList>{hasEvents ? toEvents : <Waiting text="Waiting for your first event…" />}</ConnectedList>;
  const params = { id: String(only) };
  const testLink: ConnectPanelProps['testLink'] = (props) => (
    <Link to="/connect/$id" params={params} search={{ test: 'on' }} resetScroll={false} {...props} />
  );
  return (
    <ConnectPage
      id={only}
      isScreenShown
      back={toEvents}
      testLink={testLink}
      testData={{
        search: {},
        onSearchChange: (search) => void navigate({ to: '/connect/$id', params, search, resetScroll: false }),
      }}
    />
  );
};

/**
 * The dashboard of a user without an organization. A publisher sees the events of the integrations that they publish for, and
 * Connect until the first event arrives. Connect stays while its viewer watches that event.
 */
export const WithoutOrganization = ({ children }: { children: ReactNode }) => {
  const api = useApi();
  const { data, isPending } = useQuery(connectedQuery(api));
  const isPublisher = data !== undefined && data.count > 0;
  const events = useQuery({ ...hasEventsQuery(api), enabled: isPublisher });
  const queryClient = useQueryClient();
  const [isWaiting, setIsWaiting] = useState(false);
  if (events.data === false && !isWaiting) setIsWaiting(true);
  if (isPending || (isPublisher && events.isPending)) return <Waiting text="Loading…" />;
  if (!isPublisher)
    return (
      <NoOrganization>
        <JoinOrCreate />
      </NoOrganization>
    );
  if (!isWaiting) return children;
  const [only = null] = data.count === 1 ? data.data.map(({ id }) => id) : [];
  const end = () => {
    // The list may have been loaded while it was empty.
    void queryClient.invalidateQueries({ queryKey: EVENT_LISTS });
    setIsWaiting(false);
  };
  return <FirstEvent only={only} hasEvents={events.data === true} onEnd={end} />;
};
