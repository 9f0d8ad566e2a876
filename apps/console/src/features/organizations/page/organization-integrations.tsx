import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plug } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ApiClient } from '@portico/api-client';
import { PAGE_SIZE } from '@portico/contracts/common/page';
import { listOfOrganization, type OrganizationIntegration } from '@portico/contracts/http/connect';
import { Badge, buttonClass, EmptyState, List, ListRow, Pagination, Row, Skeleton, Stack } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { QUIET, readQuery } from '../../../api/calls.ts';
import { connectHref, eventsHref, integrationHref } from '../../../shared/health/hrefs.ts';
import { LoadFailure } from '../../../shared/messages/load-failure.tsx';
import { TroubleMark } from '../../../shared/trouble/trouble-mark.tsx';
import { useStanding } from '../../../shared/trouble/trouble.queries.ts';

const integrationsQuery = (api: ApiClient, id: number, page: number) =>
  readQuery(
    api,
    ['organizations', 'integrations', id, page],
    listOfOrganization,
    { params: { id }, query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } },
    { placeholderData: keepPreviousData, ...QUIET },
  );

const look = buttonClass({ variant: 'secondary', size: 'sm' });

type IntegrationRowProps = { organizationId: number; integration: OrganizationIntegration };

const IntegrationRow = ({ organizationId, integration: { id, name, active, right } }: IntegrationRowProps) => {
  const trouble = useStanding()?.of(id);
  return (
    <ListRow>
      <Row justify="between">
        <Row>
          <bdi>{name}</bdi>
          {!active && <Badge tone="warning">Inactive</Badge>}
          {trouble && <TroubleMark trouble={trouble} />}
        </Row>
        <Row>
          <a className={look} href={eventsHref({ name, organizationId })} aria-label={`Events of ${name}`}>
            Events
          </a>
          {right === 'admin' && (
            <a className={look} href={integrationHref(id)} aria-label={`Open ${name}`}>
              Open
            </a>
          )}
          {(right === 'manager' || right === 'publisher') && (
            <a className={look} href={connectHref(id)} aria-label={`Connect ${name}`}>
              Connect
            </a>
          )}
        </Row>
      </Row>
    </ListRow>
  );
};

type OrganizationIntegrationsProps = {
  id: number;
  /** Explains how to get an integration, for an organization without integrations. */
  toNew: ReactNode;
};

export const OrganizationIntegrations = ({ id, toNew }: OrganizationIntegrationsProps) => {
  const [page, setPage] = useState(1);
  const query = useQuery(integrationsQuery(useApi(), id, page));
  const { data } = query;
  if (data === undefined && query.isError)
    return <LoadFailure title="The integrations could not be loaded" query={query} />;
  if (data === undefined) return <Skeleton height="10rem" />;
  if (data.count === 0)
    return (
      <EmptyState isFramed level={2} icon={Plug} title="No integrations yet">
        {toNew}
      </EmptyState>
    );
  return (
    <Stack>
      <List label="Integrations">
        {data.data.map((integration) => (
          <IntegrationRow key={integration.id} organizationId={id} integration={integration} />
        ))}
      </List>
      <Pagination
        page={page}
        count={data.count}
        size={PAGE_SIZE}
        onPageChange={setPage}
        isBusy={query.isPlaceholderData}
      />
    </Stack>
  );
};
