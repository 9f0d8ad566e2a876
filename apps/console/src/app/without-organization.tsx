import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { lazyPart, Waiting, EmptyState } from '@portico/ui';
import { useApi } from '../api/use-api.ts';
import { connectedQuery, hasEventsQuery } from '../features/connect/connect.queries.ts';
import { JoinOrCreate } from './join-or-create.tsx';
import { Building2 } from 'lucide-react';
import { landing } from '../features/own-organizations/organization-settings.css.ts';

const NoOrganization = ({ children }: { children?: ReactNode }) => (
  <div className={landing}>
    <EmptyState
      isFramed
      icon={Building2}
      level={1}
      title="You are not currently assigned to any organization. Please contact your administrator."
    />
    {children}
  </div>
);

const EVENT_LISTS = ['events', 'list'];

/** Loaded on demand, because most viewers have an organization and never need Connect on the dashboard. */
const FirstEvent = lazyPart(async () => (await import('./first-event.tsx')).FirstEvent, <Waiting text="Loading…" />);

/** Shows a publisher the Connect page until the first event has arrived and the publisher presses 'See all events', then `children`. */
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
    // Reloads the event lists, because they may have been loaded while they were empty.
    void queryClient.invalidateQueries({ queryKey: EVENT_LISTS });
    setIsWaiting(false);
  };
  return <FirstEvent only={only} hasEvents={events.data === true} onEnd={end} />;
};
