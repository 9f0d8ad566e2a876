import { createFileRoute, redirect } from '@tanstack/react-router';
import { Title } from '../../../app/title.tsx';
import { useSearchChange } from '../../../app/use-search-change.ts';
import { integrationListQuery } from '../../../features/integrations/integrations.queries.ts';
import { IntegrationsScreen } from '../../../features/integrations/integrations-screen.tsx';
import { isRanked, readIntegrationsSearch, type IntegrationsSearch } from '../../../features/integrations/ranking.ts';
import { readRejectedSearch, type RejectedSearch } from '../../../features/rejected-events/rejected-search.ts';

/** Rejected events were once a view of this tab, at first called 'refused'. The route redirects old links to /rejected. */
type TabSearch = IntegrationsSearch & RejectedSearch & { view?: 'rejected' | undefined };

const Integrations = () => {
  const search = Route.useSearch();
  const onSearchChange = useSearchChange('/admin/integrations');
  return (
    <>
      <Title of="Integration Manager" />
      <IntegrationsScreen {...{ search, onSearchChange }} />
    </>
  );
};

export const Route = createFileRoute('/_portal/admin/integrations')({
  validateSearch: ({ view, ...search }: Record<string, unknown>): TabSearch =>
    view === 'rejected' || view === 'refused'
      ? { view: 'rejected', ...readRejectedSearch(search) }
      : readIntegrationsSearch(search),
  beforeLoad: ({ search: { view, ...search } }) => {
    if (view === 'rejected') throw redirect({ to: '/rejected', search, replace: true });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps }) =>
    isRanked(deps) ? undefined : void queryClient.prefetchQuery(integrationListQuery(api, deps)),
  component: Integrations,
});
