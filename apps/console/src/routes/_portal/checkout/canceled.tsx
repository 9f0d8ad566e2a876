import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { cart } from '../../../features/shop/cart.ts';
import { tellNotice } from '../../../shared/messages/toasts.ts';
import { Checkout } from './-checkout.tsx';

const Canceled = () => {
  useEffect(() => {
    // With nothing in the cart there was nothing to pay: the address was opened, no payment canceled.
    if (cart().length > 0) tellNotice('paymentCanceled');
  }, []);
  return <Checkout />;
};

/** Where the payment page leads back to when nobody paid: the cart is as it was. */
export const Route = createFileRoute('/_portal/checkout/canceled')({ component: Canceled });
