import { useMemo, useState, type RefObject, type SubmitEvent } from 'react';
import {
  type FieldErrors,
  type FieldValues,
  type Resolver,
  set,
  useForm,
  type UseFormReturn,
  useWatch,
} from 'react-hook-form';
import { z } from 'zod/mini';
import { changedOnly, hasChanged, printsOf } from './changed.ts';
import { useUnsaved } from '../part/unsaved.ts';
import { faultsOf, type FieldFault, nameOfPointer } from './faults.ts';
import type { BindField, FormSchema, FormValues } from './form-schema.ts';

const CONTROL = ':is(input, textarea, button):not([tabindex="-1"], :disabled)';

const fieldsIn = (form: HTMLElement | null): HTMLElement[] => [
  ...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? []),
];

const showsField = (form: HTMLElement | null, name: string): boolean =>
  fieldsIn(form).some((field) => field.dataset.field === name);

/** Focuses the first of these fields in visual order. Returns false if none is rendered. */
const focusFirst = (form: HTMLElement | null, names: readonly string[]): boolean => {
  const first = fieldsIn(form).find((field) => names.includes(field.dataset.field ?? ''));
  first?.querySelector<HTMLElement>(CONTROL)?.focus();
  return first !== undefined;
};

/** A message above the form, for faults without a field. The message takes the focus if no invalid field is focused. */
type Notice = { text: string; takesFocus: boolean };

/** Guides users to faults: focuses the first invalid field, and shows a message above the form for faults without a visible field. */
const useNotice = (form: RefObject<HTMLFormElement | null>) => {
  const [notice, setNotice] = useState<Notice | null>(null);
  const shows = ({ name }: FieldFault) => showsField(form.current, name);
  const tell = (faults: readonly FieldFault[], words?: string) => {
    const names = faults.map(({ name }) => name);
    const unshown = faults.filter((fault) => !shows(fault)).map(({ message }) => message);
    const text = words ?? unshown.join('. ');
    const isFocused = focusFirst(form.current, names);
    setNotice(text === '' ? null : { text, takesFocus: !isFocused });
  };
  return { notice, shows, tell, clear: () => setNotice(null) };
};

/** Error key for a fault of the whole object, which belongs to no field but makes the form invalid. */
const FORM_ERROR = ':whole';

const schemaResolver =
  <Schema extends FormSchema>(schema: Schema): Resolver<FieldValues, unknown, z.output<Schema>> =>
  (values) => {
    const faults = faultsOf(schema, values);
    if (faults.length === 0) return { values: z.parse(schema, values), errors: {} };
    const errors: FieldErrors = {};
    for (const { name, message } of faults) set(errors, name || FORM_ERROR, { type: 'schema', message });
    return { values: {}, errors };
  };

type FormControl = Pick<UseFormReturn, 'register' | 'getValues' | 'getFieldState' | 'formState'>;

/** Connects controlled fields, which have values instead of events, to the forms library. */
const bindFields =
  <Values extends object>({ register, getValues, getFieldState, formState }: FormControl): BindField<Values> =>
  (name, options) => {
    const path: string = name;
    const bound = register(path);
    const dispatch = (type: 'change' | 'blur', value: unknown) =>
      void (type === 'blur' ? bound.onBlur : bound.onChange)({ target: { name, value }, type });
    return {
      name,
      value: getValues(path),
      onChange: (value) => dispatch('change', value === '' && options ? options.emptyAs : value),
      onBlur: () => dispatch('blur', getValues(path)),
      error: getFieldState(path, formState).error?.message,
    };
  };

/** A rejection by the server: a text, and faults at JSON pointers into the request if known. */
export type FormError = { text: string; faults?: readonly { pointer: string; message: string }[] | undefined };

export type Submission<Output> = {
  /** Returns the values of fields that changed since the form was shown or last saved. */
  changed: (values: Output) => Partial<Output>;
};

export type SchemaFormOptions<Schema extends FormSchema> = {
  schema: Schema;
  /** Initial values. Later changes are ignored: use a new `key` to reset the form. */
  defaultValues: FormValues<Schema>;
  /** Saves the values. If the promise rejects, the form keeps its input. */
  onSubmit: (values: z.output<Schema>, submission: Submission<z.output<Schema>>) => Promise<unknown>;
  explain: (error: unknown) => FormError;
};

export const useSchemaForm = <Schema extends FormSchema>(
  { schema, defaultValues, onSubmit, explain }: SchemaFormOptions<Schema>,
  element: RefObject<HTMLFormElement | null>,
) => {
  const [saved, setSaved] = useState(() => printsOf(defaultValues));
  const [initial] = useState<FieldValues>(defaultValues);
  const { notice, shows, tell, clear } = useNotice(element);
  const resolver = useMemo(() => schemaResolver(schema), [schema]);
  const form = useForm({ resolver, defaultValues: initial, shouldFocusError: false });
  const prints = printsOf(useWatch({ control: form.control }));
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

  const isChanged = [...prints.keys()].some((name) => hasChanged(saved, prints, name));
  useUnsaved(isChanged);

  return {
    field: bindFields<FormValues<Schema>>(form),
    notice,
    isSubmitting,
    isChanged,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      // A form in a dialog must not also submit the form that opened the dialog.
      event.stopPropagation();
      event.preventDefault();
      if (!isSubmitting) void submit(event);
    },
  };
};
