import { useId, useRef, useState } from 'react';
import { ApiError } from '@portico/api-client';
import { type EventSchema, JsonSchema } from '@portico/contracts/http/event-schemas';
import { Button, Dialog, TextField } from '@portico/ui';
import { faultRange } from '../../../../shared/event-check/fault-range.ts';
import { JsonEditor } from '../../../../shared/event-check/lazy-editor.tsx';
import { errorFault, type Fault, faultText, parsed } from '../../../../shared/event-check/verdict.ts';
import { focusFirst } from '../../../../shared/forms/focus-first.ts';
import * as styles from '../../connect.css.ts';
import { useSchemaMutations } from './schemas.queries.ts';

const EXAMPLE = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { message: { type: 'string' }, amount: { type: 'number', minimum: 0 } },
  required: ['message', 'amount'],
};
const MAX_NAME = 128;

export type SchemaDialogProps = {
  id: number;
  /** All existing schemas. An event name has at most one schema. */
  schemas: readonly EventSchema[];
  /** The schema to edit; null for a new event name. */
  edited: EventSchema | null;
  onClose: () => void;
};

/** Finds the position, in the schema's text, of the error that the service reports. */
const refusal = (text: string, error: unknown): Fault => {
  const [fault] = (error instanceof ApiError && error.problem.faults) || [];
  if (!fault) return errorFault(text, error);
  return { message: fault.message, range: faultRange(text, fault.pointer) ?? { start: 0, end: 1 } };
};

/** Edits the JSON Schema of an event name's details. */
export const SchemaDialog = ({ id, schemas, edited, onClose }: SchemaDialogProps) => {
  const [initial] = useState(() => JSON.stringify(edited?.schema ?? EXAMPLE, null, 2));
  const [text, setText] = useState(initial);
  const [name, setName] = useState('');
  const { save } = useSchemaMutations(id);
  const button = useRef<HTMLButtonElement>(null);
  const ids = useId();
  const event = edited?.event_name ?? name;
  const isTaken = edited === null && schemas.some(({ event_name }) => event_name === name);
  const json = parsed(text);
  const schema = json.ok ? JsonSchema.safeParse(json.value).data : undefined;
  const mayAsk = schema !== undefined && event !== '' && !isTaken && !save.isPending;
  const ask = () => mayAsk && save.mutate({ event, schema }, { onSuccess: onClose });
  const faultNow = (): Fault | null => {
    if (!json.ok) return json.fault;
    if (schema === undefined) return { message: 'The schema should be an object', range: { start: 0, end: 1 } };
    return save.error === null ? null : refusal(text, save.error);
  };
  const schemaFault = faultNow();
  return (
    <Dialog
      title={edited ? `Schema of ${edited.event_name}` : 'Describe an event'}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" isDisabled={save.isPending} onPress={onClose}>
            Cancel
          </Button>
          <Button ref={button} isDisabled={!mayAsk && !save.isPending} isLoading={save.isPending} onPress={ask}>
            Save
          </Button>
        </>
      }
    >
      <div ref={focusFirst} className={styles.stack}>
        {edited === null && (
          <TextField
            label="Event name"
            placeholder="payrun.completed"
            value={name}
            onChange={(next) => {
              setName(next);
              save.reset();
            }}
            maxLength={MAX_NAME}
            isRequired
            error={isTaken ? 'This event already has a schema' : undefined}
          />
        )}
        <JsonEditor
          label="JSON Schema of the details"
          describedBy={`${ids}-fault ${ids}-note`}
          initial={initial}
          onChange={(next) => {
            setText(next);
            save.reset();
          }}
          fault={schemaFault}
          onCheck={ask}
          onLeave={() => button.current?.focus()}
        />
        <output id={`${ids}-fault`} className={styles.fault}>
          {schemaFault && faultText(text, schemaFault)}
        </output>
        <p id={`${ids}-note`} className={styles.small}>
          Draft 2020-12 or draft-07, at most 32 KiB. External references are not allowed.
        </p>
      </div>
    </Dialog>
  );
};
