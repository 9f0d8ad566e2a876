import { z } from 'zod/mini';

export const ZIP_LENGTH = 5;

/** A zip code is entered as text and sent as a number. */
export const ZipText = z.pipe(
  z.string().check(z.trim(), z.regex(/^\d*$/, 'Zip code should be a number'), z.maxLength(ZIP_LENGTH)),
  z.transform((zip) => (zip === '' ? null : Number(zip))),
);

/** Restores the leading zeros. */
export const toZipText = (zipCode: number | null): string =>
  zipCode === null ? '' : String(zipCode).padStart(ZIP_LENGTH, '0');
