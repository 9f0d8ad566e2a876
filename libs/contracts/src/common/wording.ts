import type { z } from 'zod/mini';

/* What people read about a fault of a field: in the answers of the API and under the fields of a form. */

type Issue = Parameters<z.core.$ZodErrorMap>[0];
type Path = readonly PropertyKey[] | undefined;

/** What a missing value is answered. */
export const REQUIRED = 'Required';

/** Words in the names of fields that are written in their own way. */
const WORDS: Readonly<Record<string, string>> = { url: 'URL' };
/** Other keys are a caller's own text, and no names of fields. */
const NAME = /^[A-Za-z][\w-]*$/;

/** A field as people read it, to begin a sentence with: `zipCode` is 'Zip code', an entry of a list has the list's name. */
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

/** A rule's own words, as a sentence about whichever field it is for. */
export const should =
  (rest: string) =>
  ({ path, input }: Pick<Issue, 'path' | 'input'>): string =>
    input === undefined || input === null ? REQUIRED : `${labelOf(path)} should ${rest}`;
