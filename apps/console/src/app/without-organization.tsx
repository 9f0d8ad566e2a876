import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Waiting } from '@portico/ui';
import { connectedQuery } from '../features/connect/connect.queries.ts';
import { NoOrganization } from '../features/own-organizations/no-organization.tsx';
import { JoinOrCreate } from './join-or-create.tsx';

/** The dashboard of who belongs to no organization: a publisher sees the events of what they publish for. */
export const WithoutOrganization = ({ children }: { children: ReactNode }) => {
  const { api } = useRouteContext({ from: '/_portal' });
  const { data, isPending } = useQuery(connectedQuery(api));
  if (isPending) return <Waiting text="Loading…" />;
  if (data !== undefined && data.count > 0) return children;
  return (
    <NoOrganization>
      <JoinOrCreate />
    </NoOrganization>
  );
};
