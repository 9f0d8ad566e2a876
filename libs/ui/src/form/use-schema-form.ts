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

/** Why the server said no: in words, and by JSON pointer into what was sent where it knows. */
export type FormError = { text: string; faults?: readonly { pointer: string; message: string }[] | undefined };

export type Submission<Output> = {
  /** Of these values, what belongs to fields that were changed since the form was shown or last saved. */
  changed: (values: Output) => Partial<Output>;
};

export type SchemaFormOptions<Schema extends FormSchema> = {
  schema: Schema;
  /** What the fields hold at first. Later changes of it are not followed: give the form a `key` to start over. */
  defaultValues: FormValues<Schema>;
  /** Rejects when it is refused; what was typed stays. */
  onSubmit: (values: z.output<Schema>, submission: Submission<z.output<Schema>>) => Promise<unknown>;
  /** Puts into words what `onSubmit` rejected with. */
  explain: (error: unknown) => FormError;
};

/** The state of a form over one schema: validated on submit, and from then on whenever a field changes. */
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
      // A form inside a dialog that was opened from a form is its own.
      event.stopPropagation();
      event.preventDefault();
      if (!isSubmitting) void submit(event);
    },
  };
};
