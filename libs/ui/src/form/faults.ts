import { wording } from '@portico/contracts/common/error-map';
import { z } from 'zod/mini';

/** A field's name (`address.city`) and its fault. A fault of the whole form has an empty name. */
export type FieldFault = { name: string; message: string };

/**
 * The schema's faults for these values: the first one per field, in the API's wording. A missing value is 'Required', unless the
 * schema has its own text.
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

/** The field that a JSON pointer (RFC 6901) into the form's values names. */
export const nameOfPointer = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
