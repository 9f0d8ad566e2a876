import { ApiError, type ApiClient } from '@portico/api-client';
import {
  createCheckout,
  listBillableProducts,
  returnFromCheckout,
  type CheckoutCreate,
} from '@portico/contracts/http/billing';
import { readQuery, useChange } from '../../api/calls.ts';
import { tellFailure, tellNotice } from '../../shared/messages/toasts.ts';

export const productsQuery = (api: ApiClient) =>
  readQuery(api, ['billable-products'], listBillableProducts, {}, { staleTime: 60_000 });

/** Shows a toast with the reason why the payment page did not open. The cart is unchanged. */
const tellRefusal = (error: unknown): void => {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'organization_not_found') tellNotice('noOrganization');
  else if (code === 'stripe_customer_not_found') tellNotice('noStripeCustomer');
  else tellFailure('load', error);
};

/** Requests the payment page for the cart. Never retries, because each request creates another checkout. */
export const useCheckout = () =>
  useChange(createCheckout, (body: CheckoutCreate) => ({ body }), { onError: tellRefusal });

/** The result of a checkout after the payment provider's redirect. A successful result is requested only once. */
export const returnQuery = (api: ApiClient, sessionId: string) =>
  readQuery(api, ['checkout-return', sessionId], returnFromCheckout, { body: { sessionId } }, { staleTime: Infinity });
