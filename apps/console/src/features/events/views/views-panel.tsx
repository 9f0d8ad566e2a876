import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { errorText } from '@portico/api-client';
import { Skeleton, Button, TextField } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { NeedsOwner } from '../../../shared/responsible/needs-owner.tsx';
import { readEventsSearch, type EventsSearch } from '../events-search.ts';
import { isHidden, shownViews, type ShownView } from './shown-views.ts';
import type { OpenViewDialog } from './view-dialogs.tsx';
import { ViewRow } from './view-row.tsx';
import { isView, toViewSearch } from './view-search.ts';
import { useViewChanges } from './use-view-changes.ts';
import { viewsQuery } from './views.queries.ts';
import * as styles from './views.css.ts';

const MAX_NAME_LENGTH = 100;

type NameFormProps = {
  label: string;
  initial: string;
  submit: string;
  error: unknown;
  isPending: boolean;
  isFocused?: boolean;
  onSubmit: (name: string) => void;
};

const NameForm = ({ label, initial, submit, error, isPending, isFocused = false, onSubmit }: NameFormProps) => {
  const [name, setName] = useState(initial);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (name.trim() !== '') onSubmit(name.trim());
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <TextField
        label={label}
        size="sm"
        value={name}
        onChange={setName}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        {...(isFocused && { autoFocus: true })}
        {...(error !== null && { error: errorText(error) })}
      />
      <Button type="submit" size="sm" isLoading={isPending} isDisabled={name.trim() === ''}>
        {submit}
      </Button>
    </form>
  );
};

type ViewsPanelProps = {
  search: EventsSearch;
  onApply: (search: EventsSearch) => void;
  onAsk: (dialog: OpenViewDialog) => void;
};

type ListProps = ViewsPanelProps & { label: string; views: readonly ShownView[] };

const ViewList = ({ label, views, search, onApply, onAsk }: ListProps) => {
  const { change, put, takeOver } = useViewChanges();
  const [renamed, setRenamed] = useState<ShownView['key'] | null>(null);
  return (
    <>
      <ul className={styles.views} aria-label={label}>
        {views.map((view) => (
          <li key={view.key} className={styles.view}>
            {view.saved && view.key === renamed ? (
              <NameForm
                label={`New name of ${view.name}`}
                initial={view.name}
                submit="Rename"
                error={change.error}
                isPending={change.isPending}
                isFocused
                onSubmit={(name) =>
                  change.mutate({ id: Number(view.key), name }, { onSuccess: () => setRenamed(null) })
                }
              />
            ) : (
              <ViewRow
                {...{ view, onAsk }}
                isCurrent={isView(view.search, search)}
                onApply={() => onApply(readEventsSearch(view.search))}
                onPlace={(place) => put.mutate({ key: view.key, place })}
                onRename={() => {
                  change.reset();
                  setRenamed(view.key);
                }}
              />
            )}
            {view.saved && view.saved.needsOwnerSince !== null && (
              <div className={styles.owner}>
                <NeedsOwner
                  responsible={view.saved.responsible}
                  since={view.saved.needsOwnerSince}
                  effect="Other people no longer see the view"
                  end="deleted"
                  takeOver={{
                    isPending: takeOver.isPending,
                    error: takeOver.variables === view.saved.id ? takeOver.error : null,
                    mutate: () => takeOver.mutate(Number(view.key)),
                  }}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      {put.error !== null && (
        <p role="alert" className={styles.note}>
          {errorText(put.error)}
        </p>
      )}
    </>
  );
};

export const ViewsPanel = (props: ViewsPanelProps) => {
  const api = useApi();
  const { search } = props;
  const { data, error } = useQuery(viewsQuery(api));
  const { save } = useViewChanges();
  const [saved, setSaved] = useState(0);
  const views = data ? shownViews(data) : [];
  const shown = views.filter((view) => !isHidden(view));
  const hidden = views.filter(isHidden);
  return (
    <div className={styles.panel}>
      {error !== null && <p className={styles.note}>{errorText(error)}</p>}
      {data === undefined && error === null && (
        <div className={styles.waiting} aria-busy>
          <Skeleton width="60%" />
          <Skeleton width="80%" />
        </div>
      )}
      <div className={styles.lists}>
        <ViewList {...props} label="Built-in views" views={shown.filter((view) => view.saved === null)} />
        <ViewList {...props} label="Saved views" views={shown.filter((view) => view.saved !== null)} />
        {data?.data.length === 0 && (
          <p className={styles.note}>Save the current filters as a view, to return to them from here.</p>
        )}
        {hidden.length > 0 && (
          <details>
            <summary className={styles.hidden}>Hidden ({hidden.length})</summary>
            <ViewList {...props} label="Hidden views" views={hidden} />
          </details>
        )}
      </div>
      <div className={styles.save}>
        <NameForm
          // The key changes with each saved view, which resets the form.
          key={saved}
          label="Name of the view"
          initial=""
          submit="Save view"
          error={save.error}
          isPending={save.isPending}
          onSubmit={(name) =>
            save.mutate({ name, search: toViewSearch(search) }, { onSuccess: () => setSaved(saved + 1) })
          }
        />
      </div>
    </div>
  );
};
