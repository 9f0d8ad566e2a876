import { z } from 'zod/mini';
import { text, ZipCode } from './fields.ts';

/** A postal address in responses. */
export const Address = z.object({
  addressLine1: z.nullable(z.string()),
  addressLine2: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  zipCode: z.nullable(z.int()),
  country: z.nullable(z.string()),
});

/** A postal address in requests. */
export const AddressFields = z.object({
  addressLine1: text(200),
  addressLine2: text(200),
  city: text(100),
  state: text(2),
  zipCode: ZipCode,
  country: text(3),
});
