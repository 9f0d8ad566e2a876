import type { z } from 'zod/mini';

/* The text of a field's fault, in API responses and under form fields. */

type Issue = Parameters<z.core.$ZodErrorMap>[0];
type Path = readonly PropertyKey[] | undefined;

/** The message for a missing value. */
export const REQUIRED = 'Required';

/** Special spellings of single words in field names. */
const WORDS: Readonly<Record<string, string>> = { url: 'URL' };
/** Keys that can be field names. Other keys are text from the caller. */
const NAME = /^[A-Za-z][\w-]*$/;

/** A field's label at the start of a sentence: `zipCode` becomes 'Zip code', and an entry of a list gets the list's label. */
export const labelOf = (path: Path): string => {
  const name = path?.findLast((part): part is string => typeof part === 'string' && NAME.test(part));
  if (name === undefined) return 'The request';
  const words = name
    .replaceAll(/([a-z])([A-Z0-9])/g, '$1 $2')
    .split(/[\s_-]+/)
    .map((word) => WORDS[word.toLowerCase()] ?? word.toLowerCase());
  const text = words.join(' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** The message of a rule: the field's label, "should", and `rest`. */
export const should =
  (rest: string) =>
  ({ path, input }: Pick<Issue, 'path' | 'input'>): string =>
    input === undefined || input === null ? REQUIRED : `${labelOf(path)} should ${rest}`;
