import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { Waiting } from '@portico/ui';
import { useApi } from '../api/use-api.ts';
import { ConnectedList } from '../features/connect/connected-list.tsx';
import { connectedQuery, hasEventsQuery } from '../features/connect/connect.queries.ts';
import { NoOrganization } from '../features/own-organizations/no-organization.tsx';
import { JoinOrCreate } from './join-or-create.tsx';

const EVENT_LISTS = ['events', 'list'];

/**
 * The dashboard of a user without an organization. A publisher sees the events of the integrations that they publish for, and
 * Connect until the first event arrives.
 */
export const WithoutOrganization = ({ children }: { children: ReactNode }) => {
  const api = useApi();
  const { data, isPending } = useQuery(connectedQuery(api));
  const isPublisher = data !== undefined && data.count > 0;
  const events = useQuery({ ...hasEventsQuery(api), enabled: isPublisher });
  const queryClient = useQueryClient();
  const hasEvents = events.data === true;
  // The list may have been loaded while it was empty.
  useEffect(() => {
    if (hasEvents) void queryClient.invalidateQueries({ queryKey: EVENT_LISTS });
  }, [hasEvents, queryClient]);
  if (isPending || (isPublisher && events.isPending)) return <Waiting text="Loading…" />;
  if (isPublisher && events.data === false)
    return (
      <ConnectedList>
        <Waiting text="Waiting for your first event…" />
      </ConnectedList>
    );
  if (isPublisher) return children;
  return (
    <NoOrganization>
      <JoinOrCreate />
    </NoOrganization>
  );
};
