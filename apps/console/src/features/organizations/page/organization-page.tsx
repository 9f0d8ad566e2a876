import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '@portico/api-client';
import { EmptyState, Screen, Skeleton } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { LoadFailure } from '../../../shared/messages/load-failure.tsx';
import { grantsQuery } from '../../../shared/purchases/grants.queries.ts';
import { QUIET } from '../../../api/calls.ts';

type OrganizationPageProps = {
  id: number;
  tabs: ReactNode;
  /** The link back to the list, for administrators. */
  back?: ReactNode;
  children: ReactNode;
};

/** The page of an organization, for its members and administrators. Other people see that the organization does not exist. */
export const OrganizationPage = ({ id, tabs, back, children }: OrganizationPageProps) => {
  const query = useQuery({ ...grantsQuery(useApi(), id), ...QUIET });
  const { data, error } = query;
  if (error instanceof ApiError && error.code === 'not_found')
    return (
      <EmptyState
        isFramed
        level={1}
        icon={Building2}
        title="Organization not found"
        text="You are not a member of this organization."
      />
    );
  if (data === undefined && query.isError)
    return <LoadFailure level={1} title="The organization could not be loaded" query={query} />;
  return (
    <Screen heading={data?.name ?? 'Organization'} tools={back}>
      {tabs}
      {data ? children : <Skeleton height="20rem" />}
    </Screen>
  );
};
