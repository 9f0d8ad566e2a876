import { wording } from '@portico/contracts/common/error-map';
import { z } from 'zod/mini';

/** A field's name (`address.city`) and the message of its fault. For a fault of the whole form, the name is empty. */
export type FieldFault = { name: string; message: string };

/**
 * Validates values with a schema. Returns the first fault per field, in the API's wording. A missing value is 'Required', unless the
 * schema has its own message for a missing value.
 */
export const faultsOf = (schema: z.core.$ZodType, values: unknown): FieldFault[] => {
  const { error } = z.safeParse(schema, values, { error: wording });
  const faults = new Map<string, string>();
  for (const { path, message } of error?.issues ?? []) {
    const name = path.join('.');
    if (!faults.has(name)) faults.set(name, message);
  }
  return [...faults].map(([name, message]) => ({ name, message }));
};

/** The name of the field at a JSON pointer (RFC 6901) into the form's values. */
export const nameOfPointer = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
