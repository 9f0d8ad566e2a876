import { StandardSchemaValidationPipe } from '@nestjs/common';
import type { Fault } from '@portico/contracts/common/problem';
import type { z } from 'zod';
import { faultText, type Issue } from './fault-text.ts';
import { Problem } from './problem.ts';

/** RFC 6901. */
const toPointer = (path: Issue['path']): string =>
  (path ?? [])
    .map((part) => String(typeof part === 'object' ? part.key : part))
    .map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');

const toFault = (issue: Issue): Fault => {
  const pointer = toPointer(issue.path);
  return { pointer, message: faultText(issue, pointer.split('/').at(-1)) };
};

/** Checks a value by hand where its schema depends on who sends it. @throws Problem with all faults. */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues);
}

const invalid = (issues: readonly Issue[]): Problem =>
  new Problem('validation_failed', 'The request is not valid', issues.map(toFault));

/** Validates every `@Body`, `@Query` and `@Param` that names a schema; what is wrong is one problem with all faults. */
export const validationPipe = (): StandardSchemaValidationPipe =>
  new StandardSchemaValidationPipe({
    exceptionFactory: invalid,
  });
