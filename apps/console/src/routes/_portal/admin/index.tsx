import { createFileRoute } from '@tanstack/react-router';
import { userListQuery } from '../../../features/users/users.queries.ts';
import { readListSearch } from '../../../shared/lists/list-search.ts';
import { UsersTab } from './-users-tab.tsx';

export const Route = createFileRoute('/_portal/admin/')({
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps }) => void queryClient.prefetchQuery(userListQuery(api, deps)),
  component: () => <UsersTab at="/admin" search={Route.useSearch()} />,
});
