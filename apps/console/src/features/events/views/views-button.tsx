import { Bookmark } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { ApiClient } from '@portico/api-client';
import type { View } from '@portico/contracts/http/views';
import { buttonClass, Icon, PopoverButton } from '@portico/ui';
import type { EventsSearch } from '../events-search.ts';
import * as styles from '../events-screen.css.ts';

const ViewsPanel = lazy(async () => ({ default: (await import('./views-panel.tsx')).ViewsPanel }));
const ShareView = lazy(async () => ({ default: (await import('./share-view.tsx')).ShareView }));
const ViewAlertDialog = lazy(async () => ({
  default: (await import('../../../shared/notices/view-alert-dialog.tsx')).ViewAlertDialog,
}));
const DeleteView = lazy(async () => ({ default: (await import('./delete-view.tsx')).DeleteView }));

export type ViewsButtonProps = {
  api: ApiClient;
  isAdmin: boolean;
  search: EventsSearch;
  onApply: (search: EventsSearch) => void;
};

/** Opens the views. Sharing one, and asking before one is deleted, is left to dialogs of their own. */
export const ViewsButton = ({ api, isAdmin, search, onApply }: ViewsButtonProps) => {
  const [asked, setAsked] = useState<{ what: 'alert' | 'delete' | 'share'; view: View } | null>(null);
  const done = () => setAsked(null);
  return (
    <>
      <PopoverButton
        label="Views"
        className={buttonClass({ variant: 'secondary' })}
        placement="bottom end"
        renderPanel={(close) => (
          <ViewsPanel
            {...{ api, search }}
            onApply={(next) => {
              onApply(next);
              close();
            }}
            onDelete={(view) => {
              close();
              setAsked({ what: 'delete', view });
            }}
            onShare={(view) => {
              close();
              setAsked({ what: 'share', view });
            }}
            onAlert={(view) => {
              close();
              setAsked({ what: 'alert', view });
            }}
          />
        )}
      >
        <Icon of={Bookmark} />
        <span className={styles.word}>Views</span>
      </PopoverButton>
      {asked && (
        <Suspense>
          {asked.what === 'delete' && <DeleteView api={api} view={asked.view} onClose={done} />}
          {asked.what === 'share' && <ShareView {...{ api, isAdmin }} view={asked.view} onClose={done} />}
          {asked.what === 'alert' && (
            <ViewAlertDialog api={api} name={asked.view.name} search={asked.view.search} onClose={done} />
          )}
        </Suspense>
      )}
    </>
  );
};
