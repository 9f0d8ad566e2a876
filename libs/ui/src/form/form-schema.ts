import type { FieldPath, FieldPathValue } from 'react-hook-form';
import type { z } from 'zod/mini';

/** The schema of an object, with or without refinements. */
export type FormSchema = z.core.$ZodType<object, object>;

/** The values of a form's fields: the schema's input type. A `z.transform` has an unknown input, so its output type is used. */
export type FormValues<Schema extends FormSchema> = {
  [Name in keyof z.input<Schema>]: unknown extends z.input<Schema>[Name]
    ? z.output<Schema>[Name & keyof z.output<Schema>]
    : z.input<Schema>[Name];
};

/** Props that connect a field to a form. Spread the props over a TextField, Select, Switch … of the same type. */
export type FieldBinding<Value> = {
  name: string;
  value: Value;
  onChange: (value: Value) => void;
  onBlur: () => void;
  error: string | undefined;
};

export type BindField<Values extends object> = <Name extends FieldPath<Values>>(
  name: Name,
  options?: {
    /** Set to null if the schema accepts null but no empty text. A cleared text field then has the value null. */
    emptyAs?: null extends FieldPathValue<Values, Name> ? null : never;
  },
) => FieldBinding<FieldPathValue<Values, Name>>;
