import { errorText, type ApiClient } from '@portico/api-client';
import type { User } from '@portico/contracts/http/identity';
import { DeleteConfirmation } from '@portico/ui';
import { tellDeleted } from './user-toasts.ts';
import { useUserMutations } from './users.queries.ts';

export type DeleteUserDialogProps = { api: ApiClient; user: User; onClose: () => void };

/** Asks before a user is deleted; a refusal is said in the dialog, which stays. */
export const DeleteUserDialog = ({ api, user, onClose }: DeleteUserDialogProps) => {
  const { mutate, isPending, error } = useUserMutations(api).remove;
  const onSuccess = () => {
    tellDeleted(user);
    onClose();
  };
  return (
    <DeleteConfirmation
      entity="user"
      identifier={user.name}
      onDelete={() => mutate(user, { onSuccess })}
      onClose={onClose}
      isPending={isPending}
      error={error === null ? undefined : errorText(error)}
    />
  );
};
