import { Stripe } from 'stripe';
import type { BillingConfig } from './config.ts';

/** Injection token of the Stripe client. */
export const STRIPE = Symbol('stripe');

/** Longest wait for one call, in milliseconds; the SDK tries a failed one again twice. */
const TIMEOUT = 10_000;

export function stripeClient(config: BillingConfig): Stripe {
  const url = config.STRIPE_API_URL === undefined ? null : new URL(config.STRIPE_API_URL);
  return new Stripe(config.STRIPE_SECRET_KEY, {
    timeout: TIMEOUT,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(url && { host: url.hostname, port: url.port, protocol: url.protocol === 'http:' ? 'http' : 'https' }),
  });
}
