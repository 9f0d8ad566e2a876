import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { isAdmin } from '@portico/contracts/common/roles';
import { Title } from '../../../app/title.tsx';
import { useSearchChange } from '../../../app/use-search-change.ts';
import { AllIntegrations, allIntegrationsQuery } from '../../../features/connect/all-integrations.tsx';
import { ConnectedList } from '../../../features/connect/connected-list.tsx';
import { connectedQuery } from '../../../features/connect/connect.queries.ts';
import { readListSearch } from '../../../shared/lists/list-search.ts';

const Connect = () => {
  const { user } = Route.useRouteContext();
  const search = Route.useSearch();
  const navigate = useNavigate();
  const onSearchChange = useSearchChange('/connect');
  return (
    <>
      <Title of="Connect" />
      {isAdmin(user.usertype) ? (
        <AllIntegrations
          {...{ search, onSearchChange }}
          onOpen={({ id }) => void navigate({ to: '/connect/$id', params: { id: String(id) } })}
        />
      ) : (
        <ConnectedList />
      )}
    </>
  );
};

export const Route = createFileRoute('/_portal/connect/')({
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient, user }, deps }) =>
    isAdmin(user.usertype)
      ? void queryClient.prefetchQuery(allIntegrationsQuery(api, deps))
      : void queryClient.prefetchQuery(connectedQuery(api)),
  component: Connect,
});
