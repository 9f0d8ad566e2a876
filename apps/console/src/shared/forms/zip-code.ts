import { z } from 'zod';

export const ZIP_LENGTH = 5;

/** A zip code is typed as text and sent as a number. */
export const ZipText = z
  .string()
  .trim()
  .regex(/^\d*$/, 'Zip code should be a number')
  .max(ZIP_LENGTH)
  .transform((zip) => (zip === '' ? null : Number(zip)));

/** Its leading zeros come back to it. */
export const toZipText = (zipCode: number | null): string =>
  zipCode === null ? '' : String(zipCode).padStart(ZIP_LENGTH, '0');
