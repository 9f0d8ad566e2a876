import type { User } from '@portico/contracts/http/identity';
import { Button, formatTime } from '@portico/ui';
import { Confirm } from '../../shared/messages/confirm.tsx';
import { tellReset } from './user-toasts.ts';
import { useUserMutations } from './users.queries.ts';
import * as styles from './users-screen.css.ts';
import type { Viewer } from './viewer.ts';

const ADMINS: readonly User['usertype'][] = ['ADMIN', 'SUPER_ADMIN'];

/** Whether the account is bound, and the viewer may unbind it. */
const canReset = (viewer: Viewer, { id, usertype, boundAt }: User): boolean =>
  boundAt !== undefined && id !== viewer.id && (viewer.usertype === 'SUPER_ADMIN' || !ADMINS.includes(usertype));

/** Since when the account is bound to one sign-in at the identity provider, and a button to reset that. */
export const BoundSince = ({ viewer, user, onReset }: { viewer: Viewer; user: User; onReset: () => void }) =>
  canReset(viewer, user) && (
    <p className={styles.bound}>
      Bound to one sign-in at the identity provider since {formatTime(user.boundAt ?? '')}.
      <Button variant="ghost" size="sm" onPress={onReset}>
        Reset sign-on
      </Button>
    </p>
  );

/** Asks before unbinding the account. */
export const ResetSignOn = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const { mutate, isPending, error } = useUserMutations().resetSignOn;
  const onSuccess = () => {
    tellReset(user);
    onClose();
  };
  return (
    <Confirm
      title={`Reset the sign-on of ${user.name}`}
      action="Reset"
      isDangerous
      isPending={isPending}
      error={error}
      onConfirm={() => mutate(user, { onSuccess })}
      onClose={onClose}
    >
      <p>
        {user.name} is signed out everywhere. The next person who signs on with the verified address {user.email} gets
        this account, with everything in it.
      </p>
    </Confirm>
  );
};
