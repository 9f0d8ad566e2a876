import { type OutputUnit, Validator } from '@cfworker/json-schema';
import { draftOf, type JsonSchema } from '@portico/contracts/http/event-schemas';

/** A mismatch between details and their schema. `pointer` is a JSON Pointer to the wrong value in the details. */
export type Misfit = { pointer: string; message: string };

const MAX_MISFITS = 10;

/** Whether an error is specific. The validator lists a general error before the specific errors inside the same value. */
const isCause = ({ keyword, keywordLocation }: OutputUnit, next: OutputUnit | undefined): boolean =>
  keyword !== 'false' && next?.keywordLocation.startsWith(`${keywordLocation}/`) !== true;

/**
 * The first {@link MAX_MISFITS} places where details do not match their schema. The validator interprets the schema, because the
 * Content-Security-Policy forbids generated code. Patterns may take unlimited time, so call this function in a worker.
 * @throws Error for an unusable schema, such as one with endless references
 */
export function misfitsOf(schema: JsonSchema, details: unknown): Misfit[] {
  const { valid, errors } = new Validator(schema, draftOf(schema) ?? '2020-12', false).validate(details);
  if (valid) return [];
  const causes = errors.filter((error, index) => isCause(error, errors[index + 1]));
  return (causes.length > 0 ? causes : errors)
    .slice(0, MAX_MISFITS)
    .map(({ instanceLocation, error }) => ({ pointer: decodeURI(instanceLocation.slice(1)), message: error }));
}
