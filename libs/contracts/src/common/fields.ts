import { z } from 'zod';
import { labelOf, should } from './wording.ts';

/** Text that PostgreSQL can keep: it knows no NUL. */
export const Storable = z.string().refine((text) => !text.includes('\0'), {
  error: should('not contain a NUL character'),
});

/** The rules that forms of more than one service share; messages as the specification words them. */
export const Name = Storable.trim().min(2, 'Name should be at least 2 letters long').max(200);
export const Email = z
  .email({ error: ({ path }) => `${labelOf(path)} should be a valid email` })
  .max(320)
  .transform((email) => email.toLowerCase());
/** Optional free text; null clears it. */
export const text = (max: number) => Storable.trim().max(max).nullish();
/** US zip code as a number; leading zeros are added where it is shown. */
export const ZipCode = z.int().min(0).max(99_999).nullish();
