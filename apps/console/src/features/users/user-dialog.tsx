import type { User } from '@portico/contracts/http/identity';
import { Dialog } from '@portico/ui';
import { withToasts } from '../../shared/lists/with-toasts.ts';
import { choosableUsertypes } from './user-fields.ts';
import { UserForm } from './user-form.tsx';
import { tellCreated, tellUpdated } from './user-toasts.ts';
import { useUserMutations } from './users.queries.ts';
import * as styles from './users-screen.css.ts';
import type { Viewer } from './viewer.ts';

export type UserDialogProps = { viewer: Viewer; onClose: () => void };

/** Creates a user. */
export const CreateUserDialog = ({ viewer, onClose }: UserDialogProps) => {
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

export type EditUserDialogProps = UserDialogProps & { user: User; onSaved: (user: User) => void };

/** Changes a user. Of themselves, administrators change neither the type nor the e-mail that they log in with. */
export const EditUserDialog = ({ viewer, user, onSaved, onClose }: EditUserDialogProps) => {
  const { update } = useUserMutations();
  const isOwn = user.id === viewer.id;
  return (
    <Dialog title={`Edit user ${user.name}`} onClose={onClose}>
      <p className={styles.description}>Update the user&apos;s information</p>
      <UserForm
        label="Edit user"
        user={user}
        usertypes={isOwn ? [] : choosableUsertypes(viewer.usertype)}
        {...(isOwn && { emailStays: 'You log in with this address.' })}
        submitText="Save changes"
        onSubmit={async (_, change) => {
          const saving = update.mutateAsync({ id: user.id, change });
          await withToasts(saving, tellUpdated, 'userUpdate');
          onSaved(await saving);
          onClose();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
};
