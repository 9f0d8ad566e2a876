import { z } from 'zod';
import { StripeFault } from './fault.ts';
import type { Form } from './form.ts';

export const Whole = z
  .string()
  .regex(/^-?\d+$/)
  .transform(Number);
export const Flag = z.enum(['true', 'false']).transform((text) => text === 'true');
export const Expand = z.array(z.string()).default([]);
export const ExpandOnly = z.strictObject({ expand: Expand });
export const Metadata = z.record(z.string().max(40), z.string().max(500)).default({});

export const ListParameters = {
  limit: Whole.pipe(z.int().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  expand: Expand,
};
export type Paging = { limit: number; starting_after?: string | undefined; ending_before?: string | undefined };

const nameOf = ([first, ...rest]: readonly PropertyKey[]): string =>
  `${String(first ?? '')}${rest.map((part) => `[${String(part)}]`).join('')}`;

const toFault = (issue: z.core.$ZodIssue): StripeFault => {
  const param = nameOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const unknown = nameOf([...issue.path, ...issue.keys.slice(0, 1)]);
    return new StripeFault(400, `Received unknown parameter: ${unknown}`, {
      code: 'parameter_unknown',
      param: unknown,
    });
  }
  if (issue.message.endsWith('received undefined')) {
    return new StripeFault(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  const isNumber = 'origin' in issue && issue.origin === 'number';
  const code = isNumber || issue.code === 'invalid_format' ? 'parameter_invalid_integer' : 'parameter_invalid';
  return new StripeFault(400, `Invalid ${param}: ${issue.message}`, { code, param });
};

/** @throws StripeFault for invalid parameters and, like Stripe, for unknown parameters. */
export const readParameters = <Schema extends z.ZodType>(schema: Schema, form: Form): z.output<Schema> => {
  const parsed = schema.safeParse(form);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw issue ? toFault(issue) : new StripeFault(400, 'Invalid request');
};
