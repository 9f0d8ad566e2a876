import type { z } from 'zod/mini';
import { labelOf, REQUIRED } from './wording.ts';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const KINDS: Readonly<Record<string, string>> = {
  string: 'be text',
  number: 'be a number',
  int: 'be a whole number',
  boolean: 'be true or false',
  array: 'be a list',
  object: 'be an object',
  record: 'be an object',
  null: 'be empty',
};
const FORMATS: Readonly<Record<string, string>> = {
  email: 'be a valid email',
  url: 'be a valid URL',
  datetime: 'be an ISO 8601 date and time with an offset',
};
/** The unit of a size limit, by the kind of value (zod's `origin` of the issue). */
const UNITS: Readonly<Record<string, string>> = {
  string: ' characters long',
  array: ' entries long',
  set: ' entries long',
};
const sized = (origin: string, limit: string): string => `be ${limit}${UNITS[origin] ?? ''}`;

/** Describes the fault. The message consists of the field's name and this text. */
const fault = (issue: Issue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return `should ${KINDS[issue.expected] ?? 'be of another kind'}`;
    case 'too_big': {
      const bound = issue.inclusive === false ? 'less than' : 'at most';
      return `should ${sized(issue.origin, `${issue.exact ? '' : `${bound} `}${issue.maximum}`)}`;
    }
    case 'too_small': {
      const bound = issue.inclusive === false ? 'more than' : 'at least';
      return `should ${sized(issue.origin, `${issue.exact ? '' : `${bound} `}${issue.minimum}`)}`;
    }
    case 'invalid_format':
      return `should ${FORMATS[issue.format] ?? 'have another format'}`;
    case 'invalid_value':
      return `should be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'not_multiple_of':
      return `should be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `should not have ${issue.keys.join(', ')}`;
    case 'invalid_key':
      return 'contains a name that is not valid';
    default:
      return 'is not valid';
  }
};

/**
 * The error map for all external input: 'Limit should be at most 100', or 'Required' for a missing value. A schema's own text takes
 * precedence; zod's text is never used.
 */
export const wording = (issue: Issue): string => {
  const { input, path, code } = issue;
  if (input === undefined || input === null || input === '') return REQUIRED;
  return `${labelOf(code === 'invalid_key' ? path?.slice(0, -1) : path)} ${fault(issue)}`;
};
