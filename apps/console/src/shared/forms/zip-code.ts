import { z } from 'zod/mini';

export const ZIP_LENGTH = 5;

/** Schema of a zip code, which the user enters as text and the form sends as a number. */
export const ZipText = z.pipe(
  z.string().check(z.trim(), z.regex(/^\d*$/, 'Zip code should be a number'), z.maxLength(ZIP_LENGTH)),
  z.transform((zip) => (zip === '' ? null : Number(zip))),
);

/** Converts a zip code to text, and restores the leading zeros. */
export const toZipText = (zipCode: number | null): string =>
  zipCode === null ? '' : String(zipCode).padStart(ZIP_LENGTH, '0');
