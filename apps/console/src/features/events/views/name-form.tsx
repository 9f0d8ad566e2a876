import { useState, type SubmitEvent } from 'react';
import { errorText } from '@portico/api-client';
import { Button, TextField } from '@portico/ui';
import * as styles from './views.css.ts';

/** Longest name that the API takes. */
const MAX_NAME_LENGTH = 100;

export type NameFormProps = {
  label: string;
  initial: string;
  submit: string;
  /** Why the last one was refused; null when it was not. */
  error: unknown;
  isPending: boolean;
  /** Whether it takes the focus. */
  isFocused?: boolean;
  onSubmit: (name: string) => void;
};

/** Asks for the name of a view. */
export const NameForm = ({ label, initial, submit, error, isPending, isFocused = false, onSubmit }: NameFormProps) => {
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
