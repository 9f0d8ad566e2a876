import { useMemo, useState, type RefObject, type SubmitEvent } from 'react';
import { useForm, useWatch, type FieldValues } from 'react-hook-form';
import type { z } from 'zod/mini';
import { bindFields } from './bind-fields.ts';
import { changedOnly, hasChanged, printsOf } from './changed.ts';
import { useUnsaved } from '../part/unsaved.ts';
import { faultsOf, nameOfPointer } from './faults.ts';
import type { FormSchema, FormValues } from './form-schema.ts';
import { schemaResolver } from './schema-resolver.ts';
import { useNotice } from './use-notice.ts';

/** The server's rejection: its text, and JSON pointers into the request if known. */
export type FormError = { text: string; faults?: readonly { pointer: string; message: string }[] | undefined };

export type Submission<Output> = {
  /** The values of fields that changed since the form was shown or last saved. */
  changed: (values: Output) => Partial<Output>;
};

export type SchemaFormOptions<Schema extends FormSchema> = {
  schema: Schema;
  /** Initial values. Later changes are ignored: use a new `key` to reset the form. */
  defaultValues: FormValues<Schema>;
  /** Rejects if the server does; the input stays. */
  onSubmit: (values: z.output<Schema>, submission: Submission<z.output<Schema>>) => Promise<unknown>;
  /** Converts an error of `onSubmit` to text. */
  explain: (error: unknown) => FormError;
};

/** State of a form for one schema: validated on submit, and then after every change. */
export const useSchemaForm = <Schema extends FormSchema>(
  { schema, defaultValues, onSubmit, explain }: SchemaFormOptions<Schema>,
  element: RefObject<HTMLFormElement | null>,
) => {
  const [saved, setSaved] = useState(() => printsOf(defaultValues));
  const [initial] = useState<FieldValues>(defaultValues);
  const { notice, shows, tell, clear } = useNotice(element);
  const resolver = useMemo(() => schemaResolver(schema), [schema]);
  const form = useForm({ resolver, defaultValues: initial, shouldFocusError: false });
  const held = printsOf(useWatch({ control: form.control }));
  const { isSubmitting } = form.formState;

  const refuse = (error: unknown) => {
    const { text, faults: reasons = [] } = explain(error);
    const faults = reasons.map(({ pointer, message }) => ({ name: nameOfPointer(pointer), message }));
    for (const fault of faults) if (shows(fault)) form.setError(fault.name, { type: 'server', message: fault.message });
    tell(faults, faults.length === 0 ? text : undefined);
  };
  const save = async (output: z.output<Schema>) => {
    const sent = printsOf(form.getValues());
    clear();
    try {
      await onSubmit(output, { changed: (values) => changedOnly(saved, sent, values) });
      setSaved(sent);
    } catch (error) {
      refuse(error);
    }
  };
  const submit = form.handleSubmit(save, () => tell(faultsOf(schema, form.getValues())));

  const isChanged = [...held.keys()].some((name) => hasChanged(saved, held, name));
  useUnsaved(isChanged);

  return {
    field: bindFields<FormValues<Schema>>(form),
    notice,
    isSubmitting,
    isChanged,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      // A form in a dialog that a form opened is independent.
      event.stopPropagation();
      event.preventDefault();
      if (!isSubmitting) void submit(event);
    },
  };
};
