import { rowActions } from '@portico/ui/styles';
import { errorText } from '@portico/api-client';
import { DeleteConfirmation, type Column, Dialog } from '@portico/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { User } from '@portico/contracts/http/identity';
import { useApi } from '../../api/use-api.ts';
import { ListScreen } from '../../shared/lists/list-screen.tsx';
import { RowButton } from '../../shared/lists/row-button.tsx';
import type { ListSearch } from '../../shared/lists/list-search.ts';
import { userListQuery, useUserMutations } from './users.queries.ts';
import type { Viewer } from './viewer.ts';
import { tellFailure } from '../../shared/messages/toasts.ts';
import { LeftBehind } from '../../shared/responsible/left-behind.tsx';
import { tellDeleted, tellCreated } from './user-toasts.ts';
import { createdColumn } from '../../shared/lists/created-column.tsx';
import * as styles from './users-screen.css.ts';
import { Ago } from '../../shared/health/ago.tsx';
import { usertypeText } from './usertype-text.ts';
import { withToasts } from '../../shared/lists/with-toasts.ts';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { choosableUsertypes } from './user-fields.ts';
import { UserForm } from './user-form.tsx';

const CreateUserDialog = ({ viewer, onClose }: { viewer: Viewer; onClose: () => void }) => {
  const { create } = useUserMutations();
  return (
    <Dialog title="Create user" onClose={onClose}>
      <p className={styles.description}>Fill in the form to create a new user</p>
      <UserForm
        label="Create user"
        usertypes={choosableUsertypes(viewer.usertype)}
        submitText="Create user"
        onSubmit={async (values) => {
          await withToasts(create.mutateAsync(values), tellCreated, 'userCreate');
          onClose();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
};

/** @param deletion returns the function that deletes a user, or undefined if the viewer may not delete the user */
const userColumns = (deletion: (user: User) => (() => void) | undefined): readonly Column<User>[] => [
  { id: 'name', header: 'Name', inCard: 'title', cell: (user) => user.name },
  { id: 'email', header: 'Email', inCard: 'line', cell: (user) => user.email },
  {
    id: 'usertype',
    header: 'User type',
    inCard: 'titleEnd',
    width: '8.5rem',
    cell: ({ usertype }) => (
      <span className={styles.usertype} data-usertype={usertype}>
        {usertypeText(usertype)}
      </span>
    ),
  },
  {
    id: 'organizations',
    header: 'Organizations',
    inCard: 'more',
    isNamedInCard: true,
    cell: ({ organizations = [] }) =>
      organizations.length === 0 ? '–' : organizations.map(({ name }) => name).join(', '),
  },
  {
    id: 'signedOnAt',
    header: 'Last sign-in',
    inCard: 'noteEnd',
    isNamedInCard: true,
    width: '9rem',
    cell: ({ signedOnAt }) => (signedOnAt === undefined ? 'Never' : <Ago at={signedOnAt} />),
  },
  { ...createdColumn(), width: '12rem' },
  {
    id: 'actions',
    header: 'Actions',
    inCard: 'lineEnd',
    width: '6rem',
    cell: (user) => {
      const onDelete = deletion(user);
      return onDelete ? (
        <span className={rowActions}>
          <RowButton variant="ghost" text="Delete" target={user.name} onPress={onDelete} />
        </span>
      ) : (
        <span className={styles.own}>You</span>
      );
    },
  },
];

const onError = (refusal: unknown) => tellFailure('userDelete', refusal);

/** Asks before deleting a user. A failure appears in a toast and in the dialog, which stays open. */
const DeleteUserDialog = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const { mutate, isPending, error } = useUserMutations().remove;
  const onSuccess = () => {
    tellDeleted(user);
    onClose();
  };
  return (
    <DeleteConfirmation
      entity="user"
      identifier={user.name}
      onDelete={() => mutate(user, { onSuccess, onError })}
      onClose={onClose}
      isPending={isPending}
      error={error === null ? undefined : errorText(error)}
    >
      <LeftBehind userId={user.id} />
    </DeleteConfirmation>
  );
};

type OpenDialog = { dialog: 'create' } | { dialog: 'edit' | 'delete'; user: User };

type UsersScreenProps = {
  viewer: Viewer;
  search: ListSearch;
  onSearchChange: (search: ListSearch, options?: { replace: boolean }) => void;
  /** Called after a user was changed. The user may be the viewer. */
  onSaved: (user: User) => void;
  tools: ReactNode;
};

export const UsersScreen = ({ viewer, search, onSearchChange, onSaved, tools }: UsersScreenProps) => {
  const api = useApi();
  const query = useQuery(userListQuery(api, search));
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  const columns = useMemo(
    () => userColumns((user) => (user.id === viewer.id ? undefined : () => setDialog({ dialog: 'delete', user }))),
    [viewer.id],
  );
  return (
    <>
      <ListScreen
        heading="Users"
        searchFor="Search users..."
        tools={tools}
        addText="Add User"
        failure="Users could not be loaded"
        columns={columns}
        query={query}
        search={search}
        onSearchChange={onSearchChange}
        onAdd={() => setDialog({ dialog: 'create' })}
        onOpen={(user) => setDialog({ dialog: 'edit', user })}
      />
      {dialog?.dialog === 'create' && <CreateUserDialog viewer={viewer} onClose={close} />}
      {dialog?.dialog === 'edit' && (
        <EditUserDialog viewer={viewer} user={dialog.user} onSaved={onSaved} onClose={close} />
      )}
      {dialog?.dialog === 'delete' && <DeleteUserDialog user={dialog.user} onClose={close} />}
    </>
  );
};
