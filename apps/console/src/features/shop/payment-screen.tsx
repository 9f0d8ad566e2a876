import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { Waiting } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { tellNotice } from '../../shared/messages/toasts.ts';
import { returnQuery } from './shop.queries.ts';
import { Paid } from './paid.tsx';

export type PaymentScreenProps = {
  sessionId: string;
  /** Leads to the dashboard. */
  onEnd: () => void;
  /** Nothing was paid: leads back to the checkout. */
  onUnpaid: () => void;
  /** The way to the dashboard, for who does not want to wait, and to the billing of the organization that has paid. */
  renderLinks: (organizationId: number) => ReactNode;
};

const confirming = <Waiting text="Confirming your payment…" />;

/** After the payment page: what Stripe says became of it, not what the address says. */
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
      <Paid isProcessing={data.status === 'processing'} onEnd={onEnd}>
        {renderLinks(data.organizationId)}
      </Paid>
    );
  if (!query.isError) return confirming;
  return <LoadFailure level={1} title="Your payment could not be confirmed" query={query} />;
};
