import { z } from 'zod/mini';
import { RESULTS, SEVERITIES } from './choices.ts';
import { should } from '../common/wording.ts';

const POINTER = /^(?:\/(?:[^~/]|~[01])*)+$/;
const MAX_VALUES = 50;

const pointer = z.optional(
  z.string().check(z.maxLength(256), z.regex(POINTER, { error: should('be a JSON pointer, such as /data/status') })),
);
/** A field with fixed choices: its pointer, a table from texts to choices, and the choice for all other texts (`otherwise`). */
const choice = <const Choice extends string>(choices: readonly Choice[]) =>
  z.optional(
    z.object({
      pointer,
      values: z.optional(
        z.record(z.string().check(z.maxLength(128)), z.enum(choices)).check(
          z.refine((values) => Object.keys(values).length <= MAX_VALUES, {
            error: should(`have at most ${MAX_VALUES} entries`),
          }),
        ),
      ),
      otherwise: z.optional(z.enum(choices)),
    }),
  );

/**
 * Where the data of an integration's webhooks and foreign CloudEvents contains an event's fields. If a field has no pointer, or its pointer
 * finds no value, Portico reads the field as if there were no mapping.
 */
export const Mapping = z.object({
  name: pointer,
  message: pointer,
  subject: pointer,
  id: pointer,
  time: pointer,
  result: choice(RESULTS),
  severity: choice(SEVERITIES),
});
export type Mapping = z.infer<typeof Mapping>;

/** Fields that a mapping found, not validated. `places`: the pointer of each field. */
export type Mapped = Partial<Record<keyof Mapping, unknown>> & { places: Partial<Record<keyof Mapping, string>> };

/** A numeric time of at least this value is in milliseconds; a smaller value is in seconds. */
const FIRST_MILLISECONDS = 100_000_000_000;

const PLAIN = ['name', 'message', 'subject', 'id'] as const;
const CHOICES = { result: RESULTS, severity: SEVERITIES } as const;

/** The value at a JSON pointer (RFC 6901); undefined if it is missing or null. */
export function valueAt(data: unknown, path: string): unknown {
  let value = data;
  for (const part of path.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = Reflect.get(value, name);
  }
  return value ?? undefined;
}

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);
const textOf = (value: unknown): unknown => (isScalar(value) ? String(value) : value);

/** Reads the mapped fields. A choice field is absent if its value matches no choice. */
export function applyMapping(mapping: Mapping, data: unknown): Mapped {
  const mapped: Mapped = { places: {} };
  const found = (field: keyof Mapping, path: string | undefined): unknown => {
    const value = path === undefined ? undefined : valueAt(data, path);
    if (value !== undefined && path !== undefined) mapped.places[field] = path;
    return value;
  };
  for (const field of PLAIN) mapped[field] = textOf(found(field, mapping[field]));
  if (typeof mapped.message === 'object') mapped.message = JSON.stringify(mapped.message);
  mapped.time = momentOf(found('time', mapping.time));
  for (const field of ['result', 'severity'] as const) {
    const { pointer: path, values = {} } = mapping[field] ?? {};
    const value = textOf(found(field, path));
    const text = typeof value === 'string' ? value : '';
    const direct = CHOICES[field].find((one) => one === text.toUpperCase());
    mapped[field] = Object.hasOwn(values, text) ? values[text] : direct;
  }
  return mapped;
}

/** Converts seconds or milliseconds since 1970 to ISO 8601; returns anything else unchanged. */
function momentOf(value: unknown): unknown {
  const number = typeof value === 'string' && /^\d{9,13}(?:\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number') return value;
  const moment = new Date(number < FIRST_MILLISECONDS ? number * 1_000 : number);
  return Number.isNaN(moment.getTime()) ? value : moment.toISOString();
}
