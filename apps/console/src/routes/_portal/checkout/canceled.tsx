import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { cart } from '../../../features/shop/cart.ts';
import { tellNotice } from '../../../shared/messages/toasts.ts';
import { Checkout } from './-checkout.tsx';

const Canceled = () => {
  useEffect(() => {
    // An empty cart means that no payment was canceled: the user opened the URL directly.
    if (cart.get().length > 0) tellNotice('paymentCanceled');
  }, []);
  return <Checkout />;
};

/** The payment page redirects here if the user did not pay. The cart is unchanged. */
export const Route = createFileRoute('/_portal/checkout/canceled')({ component: Canceled });
