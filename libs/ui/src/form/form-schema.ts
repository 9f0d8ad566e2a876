import type { FieldPath, FieldPathValue } from 'react-hook-form';
import type { z } from 'zod/mini';

/** The schema of an object; refined or not. */
export type FormSchema = z.core.$ZodType<object, object>;

/**
 * What the fields of a form hold: what goes into its schema. Where the schema takes anything and makes something of it
 * (`z.transform`), the field holds what comes out.
 */
export type FormValues<Schema extends FormSchema> = {
  [Name in keyof z.input<Schema>]: unknown extends z.input<Schema>[Name]
    ? z.output<Schema>[Name & keyof z.output<Schema>]
    : z.input<Schema>[Name];
};

/** What binds a field to its place in a form: spread it over a TextField, Select, Switch ... of the same type. */
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
    /** An emptied text field holds null: for a schema that takes null, but no empty text. */
    emptyAs?: null extends FieldPathValue<Values, Name> ? null : never;
  },
) => FieldBinding<FieldPathValue<Values, Name>>;
