import type { View } from '@portico/contracts/http/views';
import { ViewAlertDialog } from '../../../shared/notices/view-alert-dialog.tsx';
import { DeleteView } from './delete-view.tsx';
import { ShareView } from './share-view.tsx';

export type AskedView = { what: 'alert' | 'delete' | 'share'; view: View };

export type ViewDialogsProps = { isAdmin: boolean; asked: AskedView; onClose: () => void };

/** What is asked of a view in a dialog of its own. */
export const ViewDialogs = ({ isAdmin, asked: { what, view }, onClose }: ViewDialogsProps) => {
  if (what === 'delete') return <DeleteView {...{ view, onClose }} />;
  if (what === 'share') return <ShareView {...{ isAdmin, view, onClose }} />;
  return <ViewAlertDialog onClose={onClose} name={view.name} search={view.search} />;
};
