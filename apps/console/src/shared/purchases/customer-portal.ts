import { useMutation } from '@tanstack/react-query';
import { ApiError } from '@portico/api-client';
import { createCustomerPortal } from '@portico/contracts/http/billing';
import { useApi } from '../../api/use-api.ts';
import { tellFailure, tellNotice } from '../messages/toasts.ts';

/** Opens the payment provider's customer portal. */
export const useCustomerPortal = () => {
  const api = useApi();
  return useMutation({
    mutationFn: (customerId: string) => api.call(createCustomerPortal, { body: { customerId } }),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'stripe_customer_not_found') tellNotice('noStripeCustomer');
      else tellFailure('load', error);
    },
  });
};
