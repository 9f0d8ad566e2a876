import { formatNumber } from '@portico/ui';
import { z } from 'zod/mini';

const text = z.optional(z.string());
const number = z.optional(z.number());

/** The subset of JSON Schema that the event contract uses. */
export const JsonSchema = z.object({
  type: text,
  description: text,
  format: text,
  pattern: text,
  enum: z.optional(z.array(z.unknown())),
  examples: z.optional(z.array(z.unknown())),
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  minLength: number,
  maxLength: number,
  required: z.optional(z.array(z.string())),
  get properties(): z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString, typeof JsonSchema>> {
    return z.optional(z.record(z.string(), JsonSchema));
  },
});
type Schema = z.infer<typeof JsonSchema>;

/** One field of an event. `name` is a path such as `details.message`. `rule` lists the constraints other than the type. */
export type Field = { name: string; isRequired: boolean; type: string; meaning: string; rule: string; example: string };

const TYPES: Record<string, string> = { integer: 'whole number', string: 'text', object: 'object', number: 'number' };

const typeOf = ({ type = '', format }: Schema): string =>
  format === 'date-time' ? 'date and time' : (TYPES[type] ?? type);

const listed = (values: readonly unknown[]): string =>
  `${values.slice(0, -1).map(String).join(', ')} or ${String(values.at(-1))}`;

const between = (from: number | undefined, to: number | undefined, unit: string): string | null => {
  if (to === undefined) return from === undefined ? null : `at least ${formatNumber(from)}${unit}`;
  return from === undefined
    ? `at most ${formatNumber(to)}${unit}`
    : `${formatNumber(from)} to ${formatNumber(to)}${unit}`;
};

const ruleOf = (schema: Schema): string => {
  const { enum: values, format, pattern, minLength, maxLength, minimum, maximum, exclusiveMinimum } = schema;
  if (values !== undefined) return values.length > 1 ? listed(values) : values.map(String).join();
  if (format === 'date-time') return 'ISO 8601, with an offset or Z';
  const from = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1);
  const parts = [
    between(from, maximum, ''),
    between(minLength, maxLength, ' characters'),
    pattern && `matches ${pattern}`,
  ];
  return parts.filter((part) => typeof part === 'string').join(', ');
};

const exampleOf = ({ examples: [first] = [] }: Schema): string =>
  first === undefined ? '' : typeof first === 'string' ? first : JSON.stringify(first);

/** The fields of an object as rows, each nested object followed by the fields inside it. */
export const fieldsOf = ({ properties = {}, required = [] }: Schema, path = ''): Field[] =>
  Object.entries(properties).flatMap(([key, schema]) => [
    {
      name: `${path}${key}`,
      isRequired: required.includes(key),
      type: typeOf(schema),
      meaning: schema.description ?? '',
      rule: ruleOf(schema),
      example: exampleOf(schema),
    },
    ...fieldsOf(schema, `${path}${key}.`),
  ]);
