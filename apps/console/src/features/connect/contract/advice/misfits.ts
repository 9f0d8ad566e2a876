import { type OutputUnit, Validator } from '@cfworker/json-schema';
import { draftOf, type JsonSchema } from '@portico/contracts/http/event-schemas';

/** Something in the details that their schema does not allow. `pointer`: where, into the details. */
export type Misfit = { pointer: string; message: string };

/** Most that are said of one event. */
const MAX_MISFITS = 10;

/** An error is followed by those that it has within itself: they say more. */
const isCause = ({ keyword, keywordLocation }: OutputUnit, next: OutputUnit | undefined): boolean =>
  keyword !== 'false' && next?.keywordLocation.startsWith(`${keywordLocation}/`) !== true;

/**
 * Where details do not fit their schema, at most {@link MAX_MISFITS} places. The schema is interpreted: the page's
 * Content-Security-Policy allows no code that is made of text. Patterns may take any time: call this in a worker.
 * @throws Error for a schema that cannot be used, as one that refers to itself without end
 */
export function misfitsOf(schema: JsonSchema, details: unknown): Misfit[] {
  const { valid, errors } = new Validator(schema, draftOf(schema) ?? '2020-12', false).validate(details);
  if (valid) return [];
  const causes = errors.filter((error, index) => isCause(error, errors[index + 1]));
  return (causes.length > 0 ? causes : errors)
    .slice(0, MAX_MISFITS)
    .map(({ instanceLocation, error }) => ({ pointer: decodeURI(instanceLocation.slice(1)), message: error }));
}
