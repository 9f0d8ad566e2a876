import { queryOptions } from '@tanstack/react-query';
import { ApiError, type ApiClient } from '@portico/api-client';
import { getOrganizationBilling } from '@portico/contracts/http/organization-billing';

/** Stripe tells the service a little later than the customer what was paid or canceled: an open page asks again, in milliseconds. */
const REFRESH_MS = 10_000;

/** What Stripe says of an organization's billing. */
export const organizationBillingQuery = (api: ApiClient, id: number) =>
  queryOptions({
    queryKey: ['organization-billing', id],
    queryFn: ({ signal }) => api.call(getOrganizationBilling, { params: { id }, signal }),
    staleTime: 5_000,
    meta: { isQuiet: true },
    refetchInterval: ({ state }) => (state.error === null ? REFRESH_MS : false),
  });

/** Why there is nothing to see, when that is no failure. */
export const absenceOf = (error: unknown): 'role' | 'customer' | null => {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'stripe_customer_not_found') return 'customer';
  return error.code === 'forbidden' ? 'role' : null;
};
