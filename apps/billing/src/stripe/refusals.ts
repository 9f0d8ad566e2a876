import { ofPostgres } from '@portico/postgres';
import { Problem, Unavailable } from '@portico/service';
import { Stripe } from 'stripe';

const { StripeError, StripeIdempotencyError, StripeInvalidRequestError } = Stripe.errors;

/** Whether Stripe rejected a request because it does not have the record. */
export const isMissing = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof StripeInvalidRequestError && error.code === 'resource_missing';

/** Whether Stripe rejected a request because it does not have the customer, or has deleted it. */
export const isCustomerMissing = (error: unknown): boolean => isMissing(error) && error.param === 'customer';

/** The error for an organization that is not a customer of Stripe. */
export const noCustomer = (): Problem =>
  new Problem('stripe_customer_not_found', 'Your organization does not have a Stripe account');

/** Whether Stripe rejected a line of a checkout, because its price was archived after the products were read. */
export const isLineRefused = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError && (error.param?.startsWith('line_items') ?? false);

/** Classifies a failure of background work. Every Stripe error counts as temporary. */
export const ofBackground = (error: unknown): unknown =>
  error instanceof StripeError
    ? new Unavailable(`${error.name}: ${error.message}`, { cause: error })
    : ofPostgres(error);

/**
 * Calls Stripe during a request. Rethrows a rejection by Stripe, which is a defect unless the caller handles it.
 * @throws Problem `unavailable` if Stripe is unreachable, fails or rejects the key.
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
