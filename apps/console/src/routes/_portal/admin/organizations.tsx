import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { Title } from '../../../app/title.tsx';
import { useConfig } from '../../../app/use-config.ts';
import { organizationListQuery } from '../../../features/organizations/organizations.queries.ts';
import { OrganizationsScreen } from '../../../features/organizations/organizations-screen.tsx';
import { readListSearch, type ListSearch } from '../../../shared/lists/list-search.ts';

const Organizations = () => {
  const { api } = Route.useRouteContext();
  const { approvalFlow } = useConfig();
  const search = Route.useSearch();
  const navigate = useNavigate({ from: '/admin/organizations' });
  const onSearchChange = useCallback(
    (next: ListSearch, options?: { replace: boolean }) =>
      void navigate({ search: next, resetScroll: false, ...options }),
    [navigate],
  );
  return (
    <>
      <Title of="Organizations" />
      <OrganizationsScreen {...{ api, approvalFlow, search, onSearchChange }} />
    </>
  );
};

export const Route = createFileRoute('/_portal/admin/organizations')({
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps }) => void queryClient.prefetchQuery(organizationListQuery(api, deps)),
  component: Organizations,
});
