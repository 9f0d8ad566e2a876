import { useRouteContext } from '@tanstack/react-router';
import { Title } from '../../../app/title.tsx';
import { useSearchChange } from '../../../app/use-search-change.ts';
import { ExportButton } from '../../../features/admin-functions/export-button.tsx';
import { UsersScreen } from '../../../features/users/users-screen.tsx';
import type { ListSearch } from '../../../shared/lists/list-search.ts';

/** The users tab, which has two paths. */
export const UsersTab = ({ at, search }: { at: '/admin' | '/admin/users'; search: ListSearch }) => {
  const { session, user } = useRouteContext({ from: '/_portal/admin' });
  const onSearchChange = useSearchChange(at);
  return (
    <>
      <Title of="Users" />
      <UsersScreen
        {...{ search, onSearchChange }}
        viewer={user}
        onSaved={session.update}
        tools={<ExportButton of="vendors" />}
      />
    </>
  );
};
