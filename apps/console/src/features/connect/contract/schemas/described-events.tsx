import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type EventSchema, MAX_EVENT_SCHEMAS } from '@portico/contracts/http/event-schemas';
import { Button, lazyPart, Skeleton } from '@portico/ui';
import { useApi } from '../../../../api/use-api.ts';
import { Ago } from '../../../../shared/health/ago.tsx';
import { LoadFailure } from '../../../../shared/messages/load-failure.tsx';
import * as styles from '../../connect.css.ts';
import { schemasQuery, useSchemaMutations } from './schemas.queries.ts';
import { ActionDialog } from '../../../../shared/messages/action-dialog.tsx';

const SchemaDialog = lazyPart(async () => (await import('./schema-dialog.tsx')).SchemaDialog);

type RemoveSchemaProps = { id: number; of: EventSchema; onClose: () => void };

const RemoveSchema = ({ id, of, onClose }: RemoveSchemaProps) => {
  const { remove } = useSchemaMutations(id);
  return (
    <ActionDialog
      title="Remove the schema"
      action="Remove"
      isDangerous
      change={remove}
      onAct={() => remove.mutate(of.event_name, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className={styles.note}>
        Details of <code className={styles.code}>{of.event_name}</code> will have no schema any more. Stored events do
        not change.
      </p>
    </ActionDialog>
  );
};

type OpenDialog = { what: 'add' } | { what: 'edit' | 'remove'; of: EventSchema };

/** Event names with a JSON Schema for their details, to add, edit and remove. */
export const DescribedEvents = ({ id }: { id: number }) => {
  const api = useApi();
  const query = useQuery(schemasQuery(api, id));
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const heading = useId();
  const schemas = query.data?.data;
  const close = () => setDialog(null);
  return (
    <section aria-labelledby={heading} className={styles.stack}>
      <h3 id={heading} className={styles.subtitle}>
        Described events
      </h3>
      <p className={styles.note}>
        A JSON Schema describes the details of events with one name. It is advisory: Portico rejects no event because of
        it.
      </p>
      {schemas === undefined && !query.isError && <Skeleton height="3rem" />}
      {schemas === undefined && query.isError && (
        <LoadFailure isInside title="The described events could not be loaded" query={query} />
      )}
      {schemas && schemas.length > 0 && (
        <ul className={styles.list} aria-label="Described events">
          {schemas.map((of) => (
            <li key={of.event_name} className={styles.row}>
              <div className={styles.main}>
                <code className={styles.code}>{of.event_name}</code>
                <p className={styles.small}>
                  changed by {of.updatedBy} <Ago at={of.updatedAt} />
                </p>
              </div>
              <span className={styles.actions}>
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`Edit the schema of ${of.event_name}`}
                  onPress={() => setDialog({ what: 'edit', of })}
                >
                  Edit
                </Button>
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`Remove the schema of ${of.event_name}`}
                  onPress={() => setDialog({ what: 'remove', of })}
                >
                  Remove
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {schemas?.length === 0 && <p className={styles.note}>No event has a schema yet.</p>}
      {schemas && schemas.length < MAX_EVENT_SCHEMAS && (
        <div>
          <Button variant="secondary" onPress={() => setDialog({ what: 'add' })}>
            Describe an event
          </Button>
        </div>
      )}
      {(dialog?.what === 'add' || dialog?.what === 'edit') && schemas && (
        <SchemaDialog {...{ id, schemas }} of={dialog.what === 'edit' ? dialog.of : null} onClose={close} />
      )}
      {dialog?.what === 'remove' && <RemoveSchema id={id} of={dialog.of} onClose={close} />}
    </section>
  );
};
