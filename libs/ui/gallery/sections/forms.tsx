import { z } from 'zod';
import { Form, FormActions, FormRow, SubmitButton, Switch, TextArea, TextField, toast } from '../../src/index.ts';
import { State } from '../specimen.tsx';

const Integration = z.object({
  name: z.string().trim().min(2, 'Name should be at least 2 letters long'),
  instanceUrl: z.string().nullable(),
  description: z.string(),
  active: z.boolean(),
});
const EMPTY = { name: '', instanceUrl: null, description: '', active: true };

const save = async ({ name }: z.infer<typeof Integration>) => {
  await new Promise((resolve) => {
    setTimeout(resolve, 800);
  });
  if (name === 'payroll') throw new Error('There is an integration with this name');
  toast('success', 'Integration created!', `Integration ${name} created successfully!`);
};

export const Forms = () => (
  <State name="submit it empty to see its faults; the name payroll is refused" isWide>
    <Form
      aria-label="Create integration"
      schema={Integration}
      defaultValues={EMPTY}
      onSubmit={save}
      explain={(error) => ({ text: error instanceof Error ? error.message : 'An unknown error occurred' })}
    >
      {({ field, isChanged }) => (
        <>
          <FormRow>
            <TextField {...field('name')} label="Name" isRequired />
            <TextField {...field('instanceUrl', { emptyAs: null })} label="Instance URL" />
          </FormRow>
          <TextArea {...field('description')} label="Description" />
          <Switch {...field('active')} label="Integrations active status" />
          <FormActions onCancel={() => undefined}>
            <SubmitButton isDisabled={!isChanged}>Save</SubmitButton>
          </FormActions>
        </>
      )}
    </Form>
  </State>
);
