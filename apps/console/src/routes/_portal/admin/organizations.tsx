import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { Title } from '../../../app/title.tsx';
import { useSearchChange } from '../../../app/use-search-change.ts';
import { useConfig } from '../../../app/use-config.ts';
import { organizationListQuery } from '../../../features/organizations/organizations.queries.ts';
import { OrganizationsScreen } from '../../../features/organizations/organizations-screen.tsx';
import { readListSearch } from '../../../shared/lists/list-search.ts';

const Organizations = () => {
  const { approvalFlow } = useConfig();
  const search = Route.useSearch();
  const navigate = useNavigate();
  const onSearchChange = useSearchChange('/admin/organizations');
  const onPeople = useCallback(
    ({ id }: { id: number }) => void navigate({ to: '/organizations/$id/people', params: { id: String(id) } }),
    [navigate],
  );
  return (
    <>
      <Title of="Organizations" />
      <OrganizationsScreen
        {...{ approvalFlow, search, onSearchChange, onPeople }}
        onOpen={({ id }) => void navigate({ to: '/organizations/$id', params: { id: String(id) } })}
      />
    </>
  );
};

export const Route = createFileRoute('/_portal/admin/organizations')({
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps }) => void queryClient.prefetchQuery(organizationListQuery(api, deps)),
  component: Organizations,
});
