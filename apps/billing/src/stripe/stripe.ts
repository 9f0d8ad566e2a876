import { outside, secret } from '@portico/service';
import { Stripe } from 'stripe';
import { z } from 'zod';

export const STRIPE = Symbol('stripe');

export const StripeConfig = z.object({
  /** Key of Stripe's API. */
  STRIPE_SECRET_KEY: secret(z.string().min(1)),
  /** Address of the local stand-in for Stripe's API. */
  STRIPE_API_URL: outside(z.url()).optional(),
});
export type StripeConfig = z.infer<typeof StripeConfig>;

/** API version of requests, responses and webhooks. It equals the version of the SDK's types. */
const STRIPE_API_VERSION = '2026-10-28.endive';

/** Timeout of a call in milliseconds. The SDK retries twice, and the gateway's timeout is 30 s. */
const TIMEOUT = 8_000;

export function stripeClient(config: StripeConfig): Stripe {
  const url = config.STRIPE_API_URL === undefined ? null : new URL(config.STRIPE_API_URL);
  return new Stripe(config.STRIPE_SECRET_KEY, {
    apiVersion: STRIPE_API_VERSION,
    timeout: TIMEOUT,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(url && { host: url.hostname, port: url.port, protocol: url.protocol === 'http:' ? 'http' : 'https' }),
  });
}
