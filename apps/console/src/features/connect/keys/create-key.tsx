import { type CreatedKey, KeyCreate } from '@portico/contracts/http/integration-keys';
import { Form, Select, SubmitButton, TextField } from '@portico/ui';
import { besideField } from '@portico/ui/styles';
import { explain } from '../../../shared/forms/explain.ts';
import { withToasts } from '../../../shared/lists/with-toasts.ts';
import * as styles from '../connect.css.ts';
import { KIND_OPTIONS, MODE_OPTIONS } from './key-words.ts';
import { useKeyMutations } from './keys.queries.ts';

const NEW = { label: '', mode: 'live' as const, kind: 'publish' as const };

/** The button that was pressed is gone, and the focus with it. */
const focusFirst = (fields: HTMLElement | null): void => fields?.querySelector('input')?.focus();

export type CreateKeyProps = { id: number; onCreated: (key: CreatedKey) => void };

/** Makes a key, once. */
export const CreateKey = ({ id, onCreated }: CreateKeyProps) => {
  const { create } = useKeyMutations(id);
  return (
    <Form
      aria-label="Create a key"
      schema={KeyCreate}
      defaultValues={NEW}
      explain={explain}
      onSubmit={(values) => withToasts(create.mutateAsync(values), onCreated, 'keyCreate')}
    >
      {({ field }) => (
        <div ref={focusFirst} className={styles.fields}>
          <TextField {...field('label')} label="Label" placeholder="Production" maxLength={100} isRequired />
          <Select
            {...field('mode')}
            label="Mode"
            description={
              field('mode').value === 'test' ? 'Its events are kept for 7 days and count nowhere.' : undefined
            }
            options={MODE_OPTIONS}
          />
          <Select {...field('kind')} label="May" options={KIND_OPTIONS} />
          <div className={besideField}>
            <SubmitButton>Create key</SubmitButton>
          </div>
        </div>
      )}
    </Form>
  );
};
