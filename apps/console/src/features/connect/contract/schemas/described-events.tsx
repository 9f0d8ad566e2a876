import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type EventSchema, MAX_EVENT_SCHEMAS } from '@portico/contracts/http/event-schemas';
import { Button, lazyPart, Row } from '@portico/ui';
import { useApi } from '../../../../api/use-api.ts';
import { Ago } from '../../../../shared/health/ago.tsx';
import { LoadState } from '../../../../shared/messages/load-failure.tsx';
import * as styles from '../../connect.css.ts';
import { schemasQuery, useSchemaMutations } from './schemas.queries.ts';
import { RowButton } from '../../../../shared/lists/row-button.tsx';
import { ActionDialog } from '../../../../shared/messages/action-dialog.tsx';

const SchemaDialog = lazyPart(async () => (await import('./schema-dialog.tsx')).SchemaDialog);

type RemoveSchemaProps = { id: number; event: string; onClose: () => void };

const RemoveSchema = ({ id, event, onClose }: RemoveSchemaProps) => {
  const { remove } = useSchemaMutations(id);
  return (
    <ActionDialog
      title="Remove the schema"
      action="Remove"
      isDangerous
      change={remove}
      onAct={() => remove.mutate(event, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className={styles.note}>
        Details of <code className={styles.code}>{event}</code> will have no schema any more. Stored events do not
        change.
      </p>
    </ActionDialog>
  );
};

type OpenDialog = { what: 'add' } | { what: 'edit' | 'remove'; schema: EventSchema };

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
      {!schemas && <LoadState isInside title="The described events could not be loaded" query={query} height="3rem" />}
      {schemas && schemas.length > 0 && (
        <ul className={styles.list} aria-label="Described events">
          {schemas.map((schema) => (
            <li key={schema.event_name} className={styles.row}>
              <div className={styles.main}>
                <code className={styles.code}>{schema.event_name}</code>
                <p className={styles.small}>
                  changed by {schema.updatedBy} <Ago at={schema.updatedAt} />
                </p>
              </div>
              <Row>
                <RowButton
                  text="Edit"
                  target={`the schema of ${schema.event_name}`}
                  onPress={() => setDialog({ what: 'edit', schema })}
                />
                <RowButton
                  text="Remove"
                  target={`the schema of ${schema.event_name}`}
                  onPress={() => setDialog({ what: 'remove', schema })}
                />
              </Row>
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
        <SchemaDialog {...{ id, schemas }} edited={dialog.what === 'edit' ? dialog.schema : null} onClose={close} />
      )}
      {dialog?.what === 'remove' && <RemoveSchema id={id} event={dialog.schema.event_name} onClose={close} />}
    </section>
  );
};
