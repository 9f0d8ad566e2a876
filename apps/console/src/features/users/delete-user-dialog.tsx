import { errorText } from '@portico/api-client';
import type { User } from '@portico/contracts/http/identity';
import { DeleteConfirmation } from '@portico/ui';
import { tellFailure } from '../../shared/messages/toasts.ts';
import { LeftBehind } from '../../shared/responsible/left-behind.tsx';
import { tellDeleted } from './user-toasts.ts';
import { useUserMutations } from './users.queries.ts';

export type DeleteUserDialogProps = { user: User; onClose: () => void };

const onError = (refusal: unknown) => tellFailure('userDelete', refusal);

/** Asks before a user is deleted; a failure is shown in a toast and in the dialog, which stays open. */
export const DeleteUserDialog = ({ user, onClose }: DeleteUserDialogProps) => {
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
