import type { Usertype } from '@portico/contracts/common/roles';
import type { User } from '@portico/contracts/http/identity';
import { Form, FormActions, FormRow, Select, SubmitButton, TextArea, TextField } from '@portico/ui';
import { AddressRows } from '../../shared/forms/address-rows.tsx';
import { explain } from '../../shared/forms/explain.ts';
import { fieldsOf, UserFields } from './user-fields.ts';
import { usertypeText } from './usertype-text.ts';

type UserFormProps = {
  /** Accessible name of the form. */
  label: string;
  /** The user to edit; absent to create a user. */
  user?: User;
  /** User types to choose from. An empty list hides the selector. */
  usertypes: readonly Usertype[];
  /** The reason why the e-mail is read-only; absent if the e-mail can be changed. */
  emailStays?: string;
  submitText: string;
  /** For an existing user, `changed` contains only the changed fields. Rejects if the server rejects the request. */
  onSubmit: (values: UserFields, changed: Partial<UserFields>) => Promise<unknown>;
  onCancel: () => void;
};

/** Describes the e-mail field: the reason why it is read-only, and a new address that is not confirmed yet. */
const emailNote = (user: User | undefined, emailStays: string | undefined): { description?: string } => {
  const pending =
    user?.pendingEmail &&
    `The new address ${user.pendingEmail} must be confirmed first, with the link that Portico sent to it.`;
  const description = [emailStays, pending].filter(Boolean).join(' ');
  return description === '' ? {} : { description };
};

export const UserForm = (props: UserFormProps) => {
  const { label, user, usertypes, emailStays, submitText, onSubmit, onCancel } = props;
  const options = usertypes.map((value) => ({ value, text: usertypeText(value) }));
  return (
    <Form
      aria-label={label}
      schema={UserFields}
      defaultValues={fieldsOf(user)}
      explain={explain}
      onSubmit={(values, { changed }) => onSubmit(values, changed(values))}
    >
      {({ field, isChanged }) => (
        <>
          <TextField {...field('name')} label="Name" maxLength={200} isRequired />
          <TextField
            {...field('email')}
            label="Email"
            type="email"
            maxLength={320}
            isRequired={emailStays === undefined}
            isReadOnly={emailStays !== undefined}
            {...emailNote(user, emailStays)}
          />
          <FormRow>
            {options.length > 0 && <Select {...field('usertype')} label="User type" options={options} isRequired />}
            <TextField {...field('phone', { emptyAs: null })} label="Phone" type="tel" maxLength={40} />
          </FormRow>
          <AddressRows field={field} />
          <TextField {...field('categories', { emptyAs: null })} label="Categories" maxLength={500} />
          <TextArea {...field('description', { emptyAs: null })} label="Description" maxLength={2000} />
          <FormActions onCancel={onCancel}>
            <SubmitButton isDisabled={user !== undefined && !isChanged}>{submitText}</SubmitButton>
          </FormActions>
        </>
      )}
    </Form>
  );
};
