import { Bookmark } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { ApiClient } from '@portico/api-client';
import type { View } from '@portico/contracts/http/views';
import { buttonClass, Icon, PopoverButton } from '@portico/ui';
import type { EventsSearch } from '../events-search.ts';
import * as styles from '../events-screen.css.ts';

const ViewsPanel = lazy(async () => ({ default: (await import('./views-panel.tsx')).ViewsPanel }));
const DeleteView = lazy(async () => ({ default: (await import('./delete-view.tsx')).DeleteView }));

export type ViewsButtonProps = { api: ApiClient; search: EventsSearch; onApply: (search: EventsSearch) => void };

/** Opens the saved views. Asking before one is deleted is left to a dialog of its own. */
export const ViewsButton = ({ api, search, onApply }: ViewsButtonProps) => {
  const [doomed, setDoomed] = useState<View | null>(null);
  return (
    <>
      <PopoverButton
        label="Saved views"
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
              setDoomed(view);
            }}
          />
        )}
      >
        <Icon of={Bookmark} />
        <span className={styles.word}>Views</span>
      </PopoverButton>
      {doomed && (
        <Suspense>
          <DeleteView api={api} view={doomed} onClose={() => setDoomed(null)} />
        </Suspense>
      )}
    </>
  );
};
