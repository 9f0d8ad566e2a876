import type { UseFormReturn } from 'react-hook-form';
import type { BindField } from './form-schema.ts';

type FormControl = Pick<UseFormReturn, 'register' | 'getValues' | 'getFieldState' | 'formState'>;

/** Connects controlled fields, which have values instead of events, to the forms library. */
export const bindFields =
  <Values extends object>({ register, getValues, getFieldState, formState }: FormControl): BindField<Values> =>
  (name, options) => {
    const path: string = name;
    const bound = register(path);
    const tell = (type: 'change' | 'blur', value: unknown) =>
      void (type === 'blur' ? bound.onBlur : bound.onChange)({ target: { name, value }, type });
    return {
      name,
      value: getValues(path),
      onChange: (value) => tell('change', value === '' && options ? options.emptyAs : value),
      onBlur: () => tell('blur', getValues(path)),
      error: getFieldState(path, formState).error?.message,
    };
  };
