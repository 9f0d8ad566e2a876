import { errorText } from '@portico/api-client';
import { DeleteConfirmation } from '@portico/ui';
import type { View } from '@portico/contracts/http/views';
import { ViewAlertDialog } from './view-alert-dialog.tsx';
import { ShareView } from './share-view.tsx';
import { useViewChanges } from './use-view-changes.ts';

const DeleteView = ({ view, onClose }: { view: View; onClose: () => void }) => {
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

export type OpenViewDialog = { what: 'alert' | 'delete' | 'share'; view: View };

type ViewDialogsProps = { isAdmin: boolean; asked: OpenViewDialog; onClose: () => void };

export const ViewDialogs = ({ isAdmin, asked: { what, view }, onClose }: ViewDialogsProps) => {
  if (what === 'delete') return <DeleteView {...{ view, onClose }} />;
  if (what === 'share') return <ShareView {...{ isAdmin, view, onClose }} />;
  return <ViewAlertDialog onClose={onClose} name={view.name} search={view.search} />;
};
