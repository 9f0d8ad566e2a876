import { Button, Dialog, formatTime, lazyPart } from '@portico/ui';
import { useState } from 'react';
import type { User } from '@portico/contracts/http/identity';
import { withToasts } from '../../shared/lists/with-toasts.ts';
import { ActionDialog } from '../../shared/messages/action-dialog.tsx';
import { choosableUsertypes } from './user-fields.ts';
import { UserForm } from './user-form.tsx';
import { tellReset, tellUpdated } from './user-toasts.ts';
import { useUserMutations } from './users.queries.ts';
import type { Viewer } from './viewer.ts';
import * as styles from './users-screen.css.ts';

const ADMINS: readonly User['usertype'][] = ['ADMIN', 'SUPER_ADMIN'];

/** Whether the account is bound to a sign-in, and the viewer may reset this binding. */
const canReset = (viewer: Viewer, { id, usertype, boundAt }: User): boolean =>
  boundAt !== undefined && id !== viewer.id && (viewer.usertype === 'SUPER_ADMIN' || !ADMINS.includes(usertype));

/** Shows since when the account is bound to one sign-in at the identity provider, with a button that resets the binding. */
const BoundSince = ({ viewer, user, onReset }: { viewer: Viewer; user: User; onReset: () => void }) =>
  canReset(viewer, user) && (
    <p className={styles.bound}>
      This account is linked to one sign-in at the identity provider since {formatTime(user.boundAt ?? '')}.
      <Button variant="ghost" size="sm" onPress={onReset}>
        Reset sign-on
      </Button>
    </p>
  );

/** Asks before resetting the binding of an account to a sign-in. */
const ResetSignOn = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const { mutate, isPending, error } = useUserMutations().resetSignOn;
  const onSuccess = () => {
    tellReset(user);
    onClose();
  };
  return (
    <ActionDialog
      title={`Reset the sign-on of ${user.name}`}
      action="Reset"
      isDangerous
      change={{ isPending, error }}
      onAct={() => mutate(user, { onSuccess })}
      onClose={onClose}
    >
      <p>
        {user.name} is signed out everywhere. Portico then gives this account, with all its data, to the next person who
        signs in with the verified address {user.email}.
      </p>
    </ActionDialog>
  );
};

const SessionsDialog = lazyPart(async () => (await import('./sessions-dialog.tsx')).SessionsDialog);

type EditUserDialogProps = { viewer: Viewer; user: User; onSaved: (user: User) => void; onClose: () => void };

/** Edits a user. Administrators cannot change their own type or login e-mail. */
export const EditUserDialog = ({ viewer, user, onSaved, onClose }: EditUserDialogProps) => {
  const { update } = useUserMutations();
  const [isResetting, setIsResetting] = useState(false);
  const [isShowingSessions, setIsShowingSessions] = useState(false);
  const isOwn = user.id === viewer.id;
  if (isResetting) return <ResetSignOn user={user} onClose={onClose} />;
  if (isShowingSessions) return <SessionsDialog owner={user} onClose={onClose} />;
  return (
    <Dialog
      title={`Edit user ${user.name}`}
      tools={
        <Button variant="ghost" size="sm" onPress={() => setIsShowingSessions(true)}>
          Sessions
        </Button>
      }
      onClose={onClose}
    >
      <p className={styles.description}>Update the user&apos;s information</p>
      <BoundSince viewer={viewer} user={user} onReset={() => setIsResetting(true)} />
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
