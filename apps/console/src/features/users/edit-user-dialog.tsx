import { Button, Dialog, lazyPart } from '@portico/ui';
import { useState } from 'react';
import type { User } from '@portico/contracts/http/identity';
import { withToasts } from '../../shared/lists/with-toasts.ts';
import { BoundSince, ResetSignOn } from './reset-sign-on.tsx';
import { choosableUsertypes } from './user-fields.ts';
import { UserForm } from './user-form.tsx';
import { tellUpdated } from './user-toasts.ts';
import { useUserMutations } from './users.queries.ts';
import type { Viewer } from './viewer.ts';
import * as styles from './users-screen.css.ts';

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
