import { useQuery } from '@tanstack/react-query';
import { Check, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { errorText, type ApiClient } from '@portico/api-client';
import type { View } from '@portico/contracts/http/views';
import { Button, Icon, Skeleton } from '@portico/ui';
import type { EventsSearch } from '../events-search.ts';
import { NameForm } from './name-form.tsx';
import { isView, ofViewSearch, toViewSearch } from './view-search.ts';
import { useViewChanges, viewsQuery } from './views.queries.ts';
import * as styles from './views.css.ts';

export type ViewsPanelProps = {
  api: ApiClient;
  search: EventsSearch;
  onApply: (search: EventsSearch) => void;
  onDelete: (view: View) => void;
};

type RowProps = Omit<ViewsPanelProps, 'api'> & { view: View; onRename: () => void };

const ViewRow = ({ view, search, onApply, onDelete, onRename }: RowProps) => {
  const isCurrent = isView(view.search, search);
  return (
    <>
      <button
        type="button"
        className={styles.apply}
        onClick={() => onApply(ofViewSearch(view.search))}
        {...(isCurrent && { 'aria-current': true })}
      >
        <span className={styles.name}>{view.name}</span>
        {isCurrent && <Icon of={Check} size="sm" />}
      </button>
      <Button variant="ghost" size="icon" aria-label={`Rename ${view.name}`} onPress={onRename}>
        <Icon of={Pencil} size="sm" />
      </Button>
      <Button variant="ghost" size="icon" aria-label={`Delete ${view.name}`} onPress={() => onDelete(view)}>
        <Icon of={Trash2} size="sm" />
      </Button>
    </>
  );
};

/** The saved views to choose from, and a form that saves what is shown now. */
export const ViewsPanel = ({ api, ...rest }: ViewsPanelProps) => {
  const { data, error } = useQuery(viewsQuery(api));
  const { save, rename } = useViewChanges(api);
  const [saved, setSaved] = useState(0);
  const [renamed, setRenamed] = useState<number | null>(null);
  return (
    <div className={styles.panel}>
      {error !== null && <p className={styles.note}>{errorText(error)}</p>}
      {data === undefined && error === null && (
        <div className={styles.waiting} aria-busy>
          <Skeleton width="60%" />
          <Skeleton width="80%" />
        </div>
      )}
      {data?.data.length === 0 && (
        <p className={styles.note}>Save the current filters as a view, to return to them from here.</p>
      )}
      <ul className={styles.views} aria-label="Saved views">
        {data?.data.map((view) => (
          <li key={view.id} className={styles.view}>
            {view.id === renamed ? (
              <NameForm
                label={`New name of ${view.name}`}
                initial={view.name}
                submit="Rename"
                error={rename.error}
                isPending={rename.isPending}
                onSubmit={(name) => rename.mutate({ id: view.id, name }, { onSuccess: () => setRenamed(null) })}
              />
            ) : (
              <ViewRow view={view} onRename={() => setRenamed(view.id)} {...rest} />
            )}
          </li>
        ))}
      </ul>
      <div className={styles.save}>
        <NameForm
          // Another view begins with an empty name.
          key={saved}
          label="Name of the view"
          initial=""
          submit="Save view"
          error={save.error}
          isPending={save.isPending}
          onSubmit={(name) =>
            save.mutate({ name, search: toViewSearch(rest.search) }, { onSuccess: () => setSaved(saved + 1) })
          }
        />
      </div>
    </div>
  );
};
