import { z } from 'zod';
import { text, ZipCode } from './fields.ts';

/** An address as it is answered. */
export const Address = z.object({
  addressLine1: z.string().nullable(),
  addressLine2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipCode: z.int().nullable(),
  country: z.string().nullable(),
});

/** An address as it is sent. */
export const AddressFields = z.object({
  addressLine1: text(200),
  addressLine2: text(200),
  city: text(100),
  state: text(2),
  zipCode: ZipCode,
  country: text(3),
});
