import { z } from 'zod/mini';
import { labelOf, should } from './wording.ts';

/** Text that PostgreSQL can keep: it knows no NUL. */
export const Storable = z.string().check(
  z.refine((text) => !text.includes('\0'), {
    error: should('not contain a NUL character'),
  }),
);

/** The rules that forms of more than one service share; messages as the specification words them. */
export const Name = Storable.check(
  z.trim(),
  z.minLength(2, 'Name should be at least 2 letters long'),
  z.maxLength(200),
);
export const Email = z.pipe(
  z.email({ error: ({ path }) => `${labelOf(path)} should be a valid email` }).check(z.maxLength(320)),
  z.transform((email) => email.toLowerCase()),
);
/** Optional free text; null clears it. */
export const text = (max: number) => z.nullish(Storable.check(z.trim(), z.maxLength(max)));
/** US zip code as a number; leading zeros are added where it is shown. */
export const ZipCode = z.nullish(z.int().check(z.minimum(0), z.maximum(99_999)));
