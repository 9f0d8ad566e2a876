import { wording } from '@portico/contracts/common/error-map';
import { z } from 'zod/mini';

/** A field's name (`address.city`) and what is wrong with it. A fault of the whole has an empty name. */
export type FieldFault = { name: string; message: string };

/**
 * What the schema finds wrong with these values: the first fault of each field, in the words of the API.
 * A missing value is 'Required', unless the schema has words of its own for it.
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

/** The field that a JSON pointer (RFC 6901) into the form's values points at. */
export const nameOfPointer = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
