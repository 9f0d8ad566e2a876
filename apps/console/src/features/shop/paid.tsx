import { CircleCheck } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { EmptyState } from '@portico/ui';
import { tellSuccess } from '../../shared/messages/toasts.ts';
import { expectPurchase } from '../../shared/purchases/grants.queries.ts';
import { clearCart } from './cart.ts';

/** How long the success is shown, in seconds. */
const SHOWN_FOR = 5;

/** Counts the seconds down, then calls `onEnd`. */
const useCountdown = (onEnd: () => void): number => {
  const [left, setLeft] = useState(SHOWN_FOR);
  useEffect(() => {
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : onEnd()), 1_000);
    return () => clearTimeout(timer);
  }, [left, onEnd]);
  return left;
};

/** That the payment has succeeded, until the countdown ends. */
export const Paid = ({
  isProcessing,
  onEnd,
  children,
}: {
  isProcessing: boolean;
  /** Leads to the dashboard. */
  onEnd: () => void;
  children: ReactNode;
}) => {
  const left = useCountdown(onEnd);
  useEffect(() => {
    tellSuccess('paymentSuccessful');
    clearCart();
    expectPurchase();
  }, []);
  return (
    <EmptyState
      isFramed
      level={1}
      icon={CircleCheck}
      title="Payment successful!"
      text={
        isProcessing
          ? 'Your bank is processing the payment. What you bought appears on the dashboard once that is complete.'
          : `What you bought is being set up. You will be taken to the dashboard in ${left} s.`
      }
    >
      {children}
    </EmptyState>
  );
};
