import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { cart } from '../../../features/shop/cart.ts';
import { tellNotice } from '../../../shared/messages/toasts.ts';
import { Checkout } from './-checkout.tsx';

const Canceled = () => {
  useEffect(() => {
    // With an empty cart nothing was canceled: someone opened the URL.
    if (cart().length > 0) tellNotice('paymentCanceled');
  }, []);
  return <Checkout />;
};

/** The payment page redirects here without a payment: the cart is unchanged. */
export const Route = createFileRoute('/_portal/checkout/canceled')({ component: Canceled });
