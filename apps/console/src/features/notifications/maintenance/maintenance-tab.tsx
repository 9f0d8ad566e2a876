import { errorText } from '@portico/api-client';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Maintenance } from '@portico/contracts/http/maintenance';
import { Badge, Button, EmptyState, Icon, List, Row, Stack, DeleteConfirmation } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { maintenanceQuery, useMaintenanceMutations } from '../../../shared/maintenance/maintenance.queries.ts';
import { RowButton } from '../../../shared/lists/row-button.tsx';
import { LoadState } from '../../../shared/messages/load-failure.tsx';
import { tellFailure } from '../../../shared/messages/toasts.ts';
import type { OwnerChoice } from '../../../shared/notices/owners.ts';
import { coveredText, timesText } from './maintenance-words.ts';
import * as styles from '../notifications.css.ts';
import { MaintenanceDialog } from './maintenance-dialog.tsx';

const DeleteMaintenance = ({ window, onClose }: { window: Maintenance; onClose: () => void }) => {
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

type WindowRowProps = { window: Maintenance; onEnd: () => void; onEdit: () => void; onDelete: () => void };

const WindowRow = ({ window, onEnd, onEdit, onDelete }: WindowRowProps) => {
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
        <Row>
          {state === 'current' && (
            <Button size="sm" aria-label={`End maintenance of ${covered} now`} onPress={onEnd}>
              End now
            </Button>
          )}
          {state !== 'past' && <RowButton text="Change" target={`maintenance of ${covered}`} onPress={onEdit} />}
          {state !== 'current' && <RowButton text="Delete" target={`maintenance of ${covered}`} onPress={onDelete} />}
        </Row>
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
    <Stack gap={4}>
      {!windows && <LoadState title="Maintenance could not be loaded" query={query} height="8rem" />}
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
          <Row gap={3} justify="between">
            <span className={styles.small}>
              Times are in your local time zone. Portico sends no notices during maintenance.
            </span>
            {add}
          </Row>
          {STATES.map(({ state, heading }) => {
            const listed = windows.filter((window) => window.state === state);
            if (listed.length === 0) return null;
            return (
              <section key={state} className={styles.group} aria-label={heading}>
                <h2 className={styles.subheading}>{heading}</h2>
                <List>
                  {listed.map((window) => (
                    <WindowRow
                      key={window.id}
                      window={window}
                      onEnd={() => end.mutate(window.id, { onError: (error) => tellFailure('maintenanceEnd', error) })}
                      onEdit={() => setEdited(window)}
                      onDelete={() => setDeleted(window)}
                    />
                  ))}
                </List>
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
    </Stack>
  );
};
