import { useMutation } from '@tanstack/react-query';
import { ApiError, type ApiClient } from '@portico/api-client';
import { createCustomerPortal } from '@portico/contracts/http/billing';
import { tellFailure, tellNotice } from '../messages/toasts.ts';

/** Asks for the payment provider's page about a customer. */
export const useCustomerPortal = (api: ApiClient) =>
  useMutation({
    mutationFn: (customerId: string) => api.call(createCustomerPortal, { body: { customerId } }),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'stripe_customer_not_found') tellNotice('noStripeCustomer');
      else tellFailure('load', error);
    },
  });
