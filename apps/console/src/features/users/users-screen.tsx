import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { User } from '@portico/contracts/http/identity';
import { useApi } from '../../api/use-api.ts';
import { ListScreen } from '../../shared/lists/list-screen.tsx';
import type { ListSearch } from '../../shared/lists/list-search.ts';
import { userColumns } from './user-columns.tsx';
import { userListQuery } from './users.queries.ts';
import type { Viewer } from './viewer.ts';
import { EditUserDialog, CreateUserDialog } from './user-dialog.tsx';
import { DeleteUserDialog } from './delete-user-dialog.tsx';

type Opened = { dialog: 'create' } | { dialog: 'edit' | 'delete'; user: User };

export type UsersScreenProps = {
  viewer: Viewer;
  search: ListSearch;
  onSearchChange: (search: ListSearch, options?: { replace: boolean }) => void;
  /** A user was changed here; it may be the viewer. */
  onSaved: (user: User) => void;
};

/** Users for administrators. */
export const UsersScreen = ({ viewer, search, onSearchChange, onSaved }: UsersScreenProps) => {
  const api = useApi();
  const query = useQuery(userListQuery(api, search));
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const columns = useMemo(
    () => userColumns((user) => (user.id === viewer.id ? undefined : () => setOpened({ dialog: 'delete', user }))),
    [viewer.id],
  );
  return (
    <>
      <ListScreen
        heading="Users"
        searchFor="Search users..."
        addText="Add User"
        failure="Users could not be loaded"
        columns={columns}
        query={query}
        search={search}
        onSearchChange={onSearchChange}
        onAdd={() => setOpened({ dialog: 'create' })}
        onOpen={(user) => setOpened({ dialog: 'edit', user })}
      />
      {opened?.dialog === 'create' && <CreateUserDialog viewer={viewer} onClose={close} />}
      {opened?.dialog === 'edit' && (
        <EditUserDialog viewer={viewer} user={opened.user} onSaved={onSaved} onClose={close} />
      )}
      {opened?.dialog === 'delete' && <DeleteUserDialog user={opened.user} onClose={close} />}
    </>
  );
};
