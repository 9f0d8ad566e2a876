import { z } from 'zod/mini';
import { should } from './wording.ts';

const isZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format() !== '';
  } catch {
    return false;
  }
};

/** Name of a time zone, as in `Europe/Berlin`. */
export const Zone = z
  .string()
  .check(z.maxLength(100), z.refine(isZone, { error: should('be a time zone, such as Europe/Berlin') }));

/** A {@link Zone} that names a place. Every JavaScript engine supports place names, but not offsets such as `+01:00`. */
export const PlaceZone = Zone.check(
  z.refine((zone) => /^[A-Za-z]/.test(zone), { error: should('be a time zone, such as Europe/Berlin') }),
);
