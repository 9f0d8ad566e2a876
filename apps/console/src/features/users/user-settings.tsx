import { useQuery } from '@tanstack/react-query';
import type { User } from '@portico/contracts/http/identity';
import { Dialog, Skeleton } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { withToasts } from '../../shared/lists/with-toasts.ts';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { UserForm } from './user-form.tsx';
import { tellUpdated } from './user-toasts.ts';
import { ownUserQuery, useUserMutations } from './users.queries.ts';
import * as styles from './users-screen.css.ts';

const SKELETON_FIELDS = 5;

const SkeletonForm = () => (
  <div className={styles.skeleton} aria-busy>
    {Array.from({ length: SKELETON_FIELDS }, (_, index) => (
      <div key={index} className={styles.skeletonField}>
        <Skeleton width="5rem" />
        <Skeleton width="100%" height="2.375rem" />
      </div>
    ))}
  </div>
);

type UserSettingsProps = { onSaved: (user: User) => void; onClose: () => void };

export const UserSettings = ({ onSaved, onClose }: UserSettingsProps) => {
  const api = useApi();
  const query = useQuery(ownUserQuery(api));
  const user = query.data;
  const { update } = useUserMutations();
  const content = () => {
    if (user)
      return (
        <UserForm
          key={user.id}
          label="User Settings"
          user={user}
          usertypes={[]}
          emailStays="You log in with this address."
          submitText="Save changes"
          onSubmit={async (_, change) => {
            const saving = update.mutateAsync({ id: user.id, change });
            await withToasts(saving, tellUpdated, 'userUpdate');
            onSaved(await saving);
            onClose();
          }}
          onCancel={onClose}
        />
      );
    if (!query.isError) return <SkeletonForm />;
    return <LoadFailure isInside title="Your profile could not be loaded" query={query} />;
  };
  return (
    <Dialog title="User Settings" onClose={onClose}>
      <p className={styles.description}>Update your own information</p>
      {content()}
    </Dialog>
  );
};
