import { StandardSchemaValidationPipe } from '@nestjs/common';
import type { Fault } from '@portico/contracts/common/problem';
import { wording } from '@portico/contracts/common/error-map';
import { z } from 'zod';
import { Problem } from './problem.ts';

type Issue = { message: string; path?: ReadonlyArray<PropertyKey | { key: PropertyKey }> | undefined };

/** RFC 6901 */
const toPointer = (path: Issue['path']): string =>
  (path ?? [])
    .map((part) => String(typeof part === 'object' ? part.key : part))
    .map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');

const toFault = ({ path, message }: Issue): Fault => ({ pointer: toPointer(path), message });

/** Maximum faults per response; further faults are omitted. A body of 256 kB can contain a hundred thousand faults. */
const MAX_FAULTS = 100;

const invalid = (issues: readonly Issue[]): Problem =>
  new Problem('validation_failed', 'The request is not valid', issues.slice(0, MAX_FAULTS).map(toFault));

/**
 * Validates a value against a schema. For handlers whose schema depends on the caller.
 * @throws Problem with the first {@link MAX_FAULTS} faults.
 */
export function validate<Schema extends z.core.$ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, value, { error: wording });
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues);
}

type Validated<T> = { value: T };
const isOfZod = <T>(schema: object): schema is z.core.$ZodType<T> => schema instanceof z.core.$ZodType;

/** Validates with Portico's error messages. The Standard Schema interface of zod supports only zod's messages. */
class WordedValidationPipe extends StandardSchemaValidationPipe {
  protected override validate<T>(value: unknown, schema: object): Validated<T> {
    if (!isOfZod<T>(schema)) throw new TypeError('the schema of a request is not one of zod');
    return { value: validate(schema, value) };
  }
}

/** Validates every `@Body`, `@Query` and `@Param` that has a schema; all faults form one problem. */
export const validationPipe = (): StandardSchemaValidationPipe => new WordedValidationPipe();
