import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { Title } from '../../../app/title.tsx';
import { integrationListQuery } from '../../../features/integrations/integrations.queries.ts';
import { IntegrationsScreen } from '../../../features/integrations/integrations-screen.tsx';
import { readListSearch, type ListSearch } from '../../../lists/list-search.ts';

const Integrations = () => {
  const { api } = Route.useRouteContext();
  const search = Route.useSearch();
  const navigate = useNavigate({ from: '/admin/integrations' });
  const onSearchChange = useCallback(
    (next: ListSearch, options?: { replace: boolean }) =>
      void navigate({ search: next, resetScroll: false, ...options }),
    [navigate],
  );
  return (
    <>
      <Title of="Integration Manager" />
      <IntegrationsScreen {...{ api, search, onSearchChange }} />
    </>
  );
};

export const Route = createFileRoute('/_portal/admin/integrations')({
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps }) => void queryClient.prefetchQuery(integrationListQuery(api, deps)),
  component: Integrations,
});
