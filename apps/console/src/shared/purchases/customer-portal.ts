import { ApiError } from '@portico/api-client';
import { createCustomerPortal } from '@portico/contracts/http/billing';
import { useChange } from '../../api/calls.ts';
import { tellFailure, tellNotice } from '../messages/toasts.ts';

export const useCustomerPortal = () => {
  return useChange(createCustomerPortal, (customerId: string) => ({ body: { customerId } }), {
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'stripe_customer_not_found') tellNotice('noStripeCustomer');
      else tellFailure('load', error);
    },
  });
};
