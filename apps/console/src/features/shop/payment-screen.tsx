import { CircleCheck } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode, useState } from 'react';
import { Waiting, EmptyState } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { tellNotice, tellSuccess } from '../../shared/messages/toasts.ts';
import { returnQuery } from './shop.queries.ts';
import { expectPurchase } from '../../shared/purchases/grants.queries.ts';
import { cart } from './cart.ts';

/** Seconds for which the screen shows the success before it opens the dashboard. */
const COUNTDOWN_SECONDS = 5;

/** Counts the seconds down, then calls `onEnd`. */
const useCountdown = (onEnd: () => void): number => {
  const [left, setLeft] = useState(COUNTDOWN_SECONDS);
  useEffect(() => {
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : onEnd()), 1_000);
    return () => clearTimeout(timer);
  }, [left, onEnd]);
  return left;
};

type PaidMessageProps = { isProcessing: boolean; onEnd: () => void; children: ReactNode };

/** Shows the success, then opens the dashboard at the end of the countdown. */
const PaidMessage = ({ isProcessing, onEnd, children }: PaidMessageProps) => {
  const left = useCountdown(onEnd);
  useEffect(() => {
    tellSuccess('paymentSuccessful');
    cart.set([]);
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
          ? 'Your bank is processing the payment. Your products appear on the dashboard when it is complete.'
          : `We are setting up your products. The dashboard opens in ${left} s.`
      }
    >
      {children}
    </EmptyState>
  );
};

type PaymentScreenProps = {
  sessionId: string;
  onEnd: () => void;
  /** Returns to the checkout after a canceled payment. */
  onUnpaid: () => void;
  /** Renders links to the dashboard and to the paying organization's billing. */
  renderLinks: (organizationId: number) => ReactNode;
};

/** The screen after the payment page. Shows the result of the payment as reported by Stripe, regardless of the URL. */
export const PaymentScreen = ({ sessionId, onEnd, onUnpaid, renderLinks }: PaymentScreenProps) => {
  const api = useApi();
  const query = useQuery(returnQuery(api, sessionId));
  const { data } = query;
  const isUnpaid = data?.status === 'open' || data?.status === 'expired';
  useEffect(() => {
    if (!isUnpaid) return;
    tellNotice('paymentCanceled');
    onUnpaid();
  }, [isUnpaid, onUnpaid]);
  if (data && !isUnpaid)
    return (
      <PaidMessage isProcessing={data.status === 'processing'} onEnd={onEnd}>
        {renderLinks(data.organizationId)}
      </PaidMessage>
    );
  if (!query.isError) return <Waiting text="Confirming your payment…" />;
  return <LoadFailure level={1} title="Your payment could not be confirmed" query={query} />;
};
