import { ServiceConfig } from '@portico/service';
import { z } from 'zod';

export const BillingConfig = z.object({
  ...ServiceConfig.shape,
  STRIPE_SECRET_KEY: z.string().min(1),
  /** Where Stripe's API is answered instead of by Stripe itself: the local stand-in. */
  STRIPE_API_URL: z.url().optional(),
});
export type BillingConfig = z.infer<typeof BillingConfig>;
