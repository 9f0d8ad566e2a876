import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useApi } from '../../../api/use-api.ts';
import { useConfig } from '../../../app/use-config.ts';
import { PeoplePage } from '../../../features/organizations/people/people-page.tsx';
import { grantsQuery } from '../../../shared/purchases/grants.queries.ts';
import { useOrganization } from './-organization.ts';

const People = () => {
  const { id, isAdmin, mayManage } = useOrganization();
  const { approvalFlow } = useConfig();
  const organization = useQuery(grantsQuery(useApi(), id)).data;
  return <>{organization && <PeoplePage {...{ organization, isAdmin, mayManage, approvalFlow }} />}</>;
};

/** An organization's people. The server sends them only to managers and administrators. */
export const Route = createFileRoute('/_portal/organizations/$id/people')({ component: People });
