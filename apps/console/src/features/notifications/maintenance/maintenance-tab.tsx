import { errorText } from '@portico/api-client';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Maintenance } from '@portico/contracts/http/maintenance';
import { Badge, Button, EmptyState, Icon, Skeleton, DeleteConfirmation } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { maintenanceQuery, useMaintenanceMutations } from '../../../shared/maintenance/maintenance.queries.ts';
import { LoadFailure } from '../../../shared/messages/load-failure.tsx';
import { tellFailure } from '../../../shared/messages/toasts.ts';
import type { OwnerChoice } from '../../../shared/notices/owners.ts';
import { coveredText, timesText } from './maintenance-words.ts';
import * as styles from '../notifications.css.ts';
import { MaintenanceDialog } from './maintenance-dialog.tsx';

type DeleteMaintenanceProps = { window: Maintenance; onClose: () => void };

const DeleteMaintenance = ({ window, onClose }: DeleteMaintenanceProps) => {
  const { remove } = useMaintenanceMutations();
  return (
    <DeleteConfirmation
      entity="maintenance window"
      identifier={coveredText(window)}
      isPending={remove.isPending}
      onDelete={() => remove.mutate(window.id, { onSuccess: onClose })}
      onClose={onClose}
      {...(remove.error !== null && { error: errorText(remove.error) })}
    />
  );
};

type MaintenanceTabProps = { isAdmin: boolean; owners: readonly OwnerChoice[] };

const STATES = [
  { state: 'current', heading: 'Now' },
  { state: 'planned', heading: 'Planned' },
  { state: 'past', heading: 'Past' },
] as const;

type RowProps = { window: Maintenance; onEnd: () => void; onEdit: () => void; onDelete: () => void };

const Row = ({ window, onEnd, onEdit, onDelete }: RowProps) => {
  const { state, reason, createdBy, mayChange } = window;
  const covered = coveredText(window);
  return (
    <li className={styles.row}>
      <div className={styles.main}>
        <p className={styles.name}>
          {covered}
          {window.when.kind === 'recurring' && <Badge>Recurring</Badge>}
        </p>
        <p className={styles.small}>{timesText(window)}</p>
        <p className={styles.small}>{createdBy === null ? reason : `${reason} · planned by ${createdBy}`}</p>
      </div>
      {mayChange && (
        <div className={styles.actions}>
          {state === 'current' && (
            <Button size="sm" aria-label={`End maintenance of ${covered} now`} onPress={onEnd}>
              End now
            </Button>
          )}
          {state !== 'past' && (
            <Button size="sm" variant="secondary" aria-label={`Change maintenance of ${covered}`} onPress={onEdit}>
              Change
            </Button>
          )}
          {state !== 'current' && (
            <Button size="sm" variant="secondary" aria-label={`Delete maintenance of ${covered}`} onPress={onDelete}>
              Delete
            </Button>
          )}
        </div>
      )}
    </li>
  );
};

export const MaintenanceTab = ({ isAdmin, owners }: MaintenanceTabProps) => {
  const api = useApi();
  const query = useQuery(maintenanceQuery(api));
  const { end } = useMaintenanceMutations();
  const [edited, setEdited] = useState<Maintenance | 'new' | null>(null);
  const [deleted, setDeleted] = useState<Maintenance | null>(null);
  const windows = query.data?.data;
  const mayPlan = isAdmin || owners.some(({ owner }) => owner === 'organization');
  const add = mayPlan && (
    <Button onPress={() => setEdited('new')}>
      <Icon of={Plus} />
      Plan maintenance
    </Button>
  );
  return (
    <div className={styles.stack}>
      {query.isPending && <Skeleton height="8rem" />}
      {query.isError && windows === undefined && <LoadFailure title="Maintenance could not be loaded" query={query} />}
      {windows?.length === 0 && (
        <EmptyState
          isFramed
          icon={CalendarClock}
          title="No maintenance is planned."
          text="During maintenance, Portico records failures but sends no notices."
        >
          {add}
        </EmptyState>
      )}
      {windows && windows.length > 0 && (
        <>
          <div className={styles.toolbar}>
            <span className={styles.small}>
              Times are in your local time zone. Portico sends no notices during maintenance.
            </span>
            {add}
          </div>
          {STATES.map(({ state, heading }) => {
            const listed = windows.filter((window) => window.state === state);
            if (listed.length === 0) return null;
            return (
              <section key={state} className={styles.group} aria-label={heading}>
                <h2 className={styles.subheading}>{heading}</h2>
                <ul className={styles.cards}>
                  {listed.map((window) => (
                    <Row
                      key={window.id}
                      window={window}
                      onEnd={() => end.mutate(window.id, { onError: (error) => tellFailure('maintenanceEnd', error) })}
                      onEdit={() => setEdited(window)}
                      onDelete={() => setDeleted(window)}
                    />
                  ))}
                </ul>
              </section>
            );
          })}
        </>
      )}
      {edited !== null && (
        <MaintenanceDialog
          {...{ isAdmin, owners }}
          window={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {deleted && <DeleteMaintenance window={deleted} onClose={() => setDeleted(null)} />}
    </div>
  );
};
