import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { type Integration, listIntegrations } from '@portico/contracts/http/integrations';
import { Badge, type Column } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { readQuery } from '../../api/calls.ts';
import { listQueryOf, type ListSearch } from '../../shared/lists/list-search.ts';
import { ListScreen, type ListScreenProps } from '../../shared/lists/list-screen.tsx';

export const allIntegrationsQuery = (api: ApiClient, search: ListSearch) => {
  const query = listQueryOf(search);
  return readQuery(api, ['connect', 'all', query], listIntegrations, { query }, { placeholderData: keepPreviousData });
};

const COLUMNS: readonly Column<Integration>[] = [
  { id: 'name', header: 'Integration', inCard: 'title', cell: ({ name }) => name },
  {
    id: 'organization',
    header: 'Organization',
    inCard: 'line',
    cell: ({ organization }) => organization?.name ?? 'No organization',
  },
  {
    id: 'active',
    header: 'State',
    inCard: 'titleEnd',
    width: '8rem',
    cell: ({ active }) => <Badge tone={active ? 'success' : 'warning'}>{active ? 'Active' : 'Inactive'}</Badge>,
  },
];

export const AllIntegrations = (
  props: Pick<ListScreenProps<Integration, ListSearch>, 'search' | 'onSearchChange' | 'onOpen'>,
) => (
  <ListScreen
    heading="Connect"
    searchFor="Search integration..."
    failure="The integrations could not be loaded"
    columns={COLUMNS}
    query={useQuery(allIntegrationsQuery(useApi(), props.search))}
    {...props}
  />
);
