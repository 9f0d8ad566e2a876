import type { z } from 'zod';

/** What a validation finds wrong, as zod says it; of another library there is only the message. */
export type Issue = { message: string; path?: ReadonlyArray<PropertyKey | { key: PropertyKey }> | undefined };
type ZodIssue = z.core.$ZodIssue;
const isOfZod = (issue: Issue): issue is ZodIssue => 'code' in issue;

/** How zod begins its own sentences, which are for developers. */
const IN_ZODS_WORDS = /^(?:Invalid\b|Too (?:big|small): |Unrecognized key|Required$)/;
const IS_ABSENT = /received undefined$/;

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'empty',
};

const sized = (origin: string, limit: string): string => {
  if (origin === 'string') return `${limit} characters long`;
  return origin === 'array' || origin === 'set' ? `${limit} entries long` : limit;
};

/** What the value should be. */
const expectation = (issue: ZodIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return `should be ${KINDS[issue.expected] ?? 'of another kind'}`;
    case 'too_big':
      return `should be ${sized(issue.origin, `${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`)}`;
    case 'too_small':
      return `should be ${sized(issue.origin, `${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`)}`;
    case 'invalid_value':
      return `should be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return `should be a valid ${issue.format === 'url' ? 'URL' : issue.format}`;
    case 'not_multiple_of':
      return `should be a multiple of ${issue.divisor}`;
    default:
      return 'is not valid';
  }
};

/** A field as people read it: `zipCode` is 'Zip code', an entry of a list has the name of the list. */
const labelOf = (path: Issue['path']): string => {
  const names = (path ?? []).map((part) => (typeof part === 'object' ? part.key : part));
  const name = names.findLast((part) => typeof part === 'string' && !/^\d+$/.test(part));
  if (typeof name !== 'string') return 'The request';
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** One fault as a sentence about its field. Words that a schema has of its own stay; zod's reach no caller. */
export const faultText = (issue: Issue, field: string | undefined): string => {
  const { message, path } = issue;
  if (IS_ABSENT.test(message)) return field ? `${field}: Required` : 'Required';
  if (IN_ZODS_WORDS.test(message)) return `${labelOf(path)} ${isOfZod(issue) ? expectation(issue) : 'is not valid'}`;
  if (message.startsWith('should ')) return `${labelOf(path)} ${message}`;
  return message.charAt(0).toUpperCase() + message.slice(1);
};
