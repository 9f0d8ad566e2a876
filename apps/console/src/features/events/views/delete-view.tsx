import { errorText } from '@portico/api-client';
import type { View } from '@portico/contracts/http/views';
import { DeleteConfirmation } from '@portico/ui';
import { useViewChanges } from './use-view-changes.ts';

/** Asks before a saved view is deleted. */
export const DeleteView = ({ view, onClose }: { view: View; onClose: () => void }) => {
  const { remove } = useViewChanges();
  return (
    <DeleteConfirmation
      entity="view"
      identifier={view.name}
      isPending={remove.isPending}
      onDelete={() => remove.mutate(view, { onSuccess: onClose })}
      onClose={onClose}
      {...(remove.isError && { error: errorText(remove.error) })}
    />
  );
};
