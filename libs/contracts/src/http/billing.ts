import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** A product for sale. `unitAmount` is in cents of a US dollar. */
export const BillableProduct = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  defaultPrice: z.object({ id: z.string(), lookupKey: z.string().nullable(), unitAmount: z.int().min(0) }),
});
export type BillableProduct = z.infer<typeof BillableProduct>;

export const listBillableProducts = endpoint({
  method: 'GET',
  path: '/billable-products',
  summary: 'Products that can be bought',
  response: z.array(BillableProduct),
});
