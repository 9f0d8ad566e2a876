import { errorText, type ApiClient } from '@portico/api-client';
import type { View } from '@portico/contracts/http/views';
import { DeleteConfirmation } from '@portico/ui';
import { useViewChanges } from './use-view-changes.ts';

/** Asks before a saved view is deleted. */
export const DeleteView = ({ api, view, onClose }: { api: ApiClient; view: View; onClose: () => void }) => {
  const { remove } = useViewChanges(api);
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
