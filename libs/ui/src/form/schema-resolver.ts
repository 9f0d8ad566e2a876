import { set, type FieldErrors, type FieldValues, type Resolver } from 'react-hook-form';
import { z } from 'zod/mini';
import { faultsOf } from './faults.ts';
import type { FormSchema } from './form-schema.ts';

/** Key for a fault of the whole object, which has no field but makes the form invalid. */
const WHOLE = ':whole';

/** Validates a form's values with a schema. */
export const schemaResolver =
  <Schema extends FormSchema>(schema: Schema): Resolver<FieldValues, unknown, z.output<Schema>> =>
  (values) => {
    const faults = faultsOf(schema, values);
    if (faults.length === 0) return { values: z.parse(schema, values), errors: {} };
    const errors: FieldErrors = {};
    for (const { name, message } of faults) set(errors, name || WHOLE, { type: 'schema', message });
    return { values: {}, errors };
  };
