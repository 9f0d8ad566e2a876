import { Problem } from '@portico/service';
import { Stripe } from 'stripe';

const { StripeError, StripeIdempotencyError, StripeInvalidRequestError } = Stripe.errors;

/** Stripe was asked for something that it does not have. */
export const isMissing = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof StripeInvalidRequestError && error.code === 'resource_missing';

/** Stripe was asked about a customer that it does not have, or not any more. */
export const isCustomerMissing = (error: unknown): boolean => isMissing(error) && error.param === 'customer';

/** For who asks about an organization that Stripe does not know as a customer. */
export const noCustomer = (): Problem =>
  new Problem('stripe_customer_not_found', 'Your organization does not have a Stripe account');

/** Stripe refuses a line of a checkout: a price that has ended since the products were read. */
export const isLineRefused = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError && (error.param?.startsWith('line_items') ?? false);

/**
 * Asks Stripe on behalf of somebody who waits. What Stripe refuses is thrown on: a defect, unless the caller knows better.
 * @throws Problem `unavailable` when Stripe cannot be reached, is in trouble or does not take the key.
 */
export async function askStripe<Answer>(what: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    const isRefusal = error instanceof StripeInvalidRequestError || error instanceof StripeIdempotencyError;
    if (error instanceof StripeError && !isRefusal) throw Problem.unavailable(what, error);
    throw error;
  }
}
