import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { tellNotice } from '../../../messages/toasts.ts';
import { Checkout } from './-checkout.tsx';

const Canceled = () => {
  useEffect(() => tellNotice('paymentCanceled'), []);
  return <Checkout />;
};

/** Where the payment page leads back to when nobody paid: the cart is as it was. */
export const Route = createFileRoute('/_portal/checkout/canceled')({ component: Canceled });
