import { queryOptions } from '@tanstack/react-query';
import { ApiError, type ApiClient } from '@portico/api-client';
import { getOrganizationBilling } from '@portico/contracts/http/organization-billing';

/** What Stripe says of an organization's billing. A window that comes to the front again asks again. */
export const organizationBillingQuery = (api: ApiClient, id: number) =>
  queryOptions({
    queryKey: ['organization-billing', id],
    queryFn: ({ signal }) => api.call(getOrganizationBilling, { params: { id }, signal }),
    staleTime: 5_000,
  });

/** Why there is nothing to see, when that is no failure. */
export const absenceOf = (error: unknown): 'organization' | 'role' | 'customer' | null => {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'stripe_customer_not_found') return 'customer';
  if (error.code === 'forbidden') return 'role';
  return error.code === 'not_found' ? 'organization' : null;
};
