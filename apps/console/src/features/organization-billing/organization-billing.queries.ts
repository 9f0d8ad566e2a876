import { queryOptions } from '@tanstack/react-query';
import { ApiError, type ApiClient } from '@portico/api-client';
import { getOrganizationBilling } from '@portico/contracts/http/organization-billing';

/** Poll interval in milliseconds: Stripe reports payments and cancellations to the service with a delay. */
const REFRESH_MS = 10_000;

export const organizationBillingQuery = (api: ApiClient, id: number) =>
  queryOptions({
    queryKey: ['organization-billing', id],
    queryFn: ({ signal }) => api.call(getOrganizationBilling, { params: { id }, signal }),
    staleTime: 5_000,
    meta: { isQuiet: true },
    refetchInterval: ({ state }) => (state.error === null ? REFRESH_MS : false),
  });

/** Why billing is not available: the viewer's role, or a missing Stripe customer. Returns null for any other error. */
export const absenceOf = (error: unknown): 'role' | 'customer' | null => {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'stripe_customer_not_found') return 'customer';
  return error.code === 'forbidden' ? 'role' : null;
};
