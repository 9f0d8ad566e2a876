import { Lock } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import type { OrganizationSummary } from '@portico/contracts/http/memberships';
import { Alert, Button, formatPrice, Icon } from '@portico/ui';
import type { CartLine } from './cart-list.tsx';
import { leaveFor } from '../../shared/purchases/leave-for.ts';
import * as styles from './order-summary.css.ts';
import { amountOf, totalsOf } from './prices.ts';
import { useCheckout } from './shop.queries.ts';

export type OrderSummaryProps = {
  lines: readonly CartLine[];
  organization: OrganizationSummary | null | undefined;
  /** Says who pays. */
  children: ReactNode;
};

/** The button is busy until the payment page is there; a buyer who returns by the browser's back button may pay again. */
const usePayment = () => {
  const { mutate, isPending, isSuccess, reset } = useCheckout();
  useEffect(() => {
    const returned = (event: PageTransitionEvent) => event.persisted && reset();
    window.addEventListener('pageshow', returned);
    return () => window.removeEventListener('pageshow', returned);
  }, [reset]);
  const pay = (organizationId: number, productIds: string[]) =>
    mutate({ organizationId, productIds }, { onSuccess: ({ url }) => leaveFor(url) });
  return { pay, isBusy: isPending || isSuccess };
};

/** What it costs, and the way to the payment page. */
export const OrderSummary = ({ lines, organization, children }: OrderSummaryProps) => {
  const { pay, isBusy } = usePayment();
  const products = lines.flatMap(({ product }) => product ?? []);
  const isComplete = products.length === lines.length;
  const checkout = () =>
    organization &&
    pay(
      organization.id,
      products.map(({ id }) => id),
    );
  return (
    <section className={styles.summary} aria-labelledby="summary-heading">
      <h2 id="summary-heading" className={styles.heading}>
        Order summary
      </h2>
      {children}
      <dl className={styles.totals}>
        {totalsOf(products).map(({ interval, cents }) => (
          <div key={interval} className={styles.line}>
            <dt>{interval === null ? 'Once' : `Every ${interval}`}</dt>
            <dd className={styles.amount}>{formatPrice(cents)}</dd>
          </div>
        ))}
        <div className={styles.due}>
          <dt>Due today</dt>
          <dd className={styles.amount}>{formatPrice(products.reduce((sum, one) => sum + amountOf(one), 0))}</dd>
        </div>
      </dl>
      {!isComplete && <Alert variant="warning">Remove what is no longer for sale to continue.</Alert>}
      <Button size="lg" onPress={checkout} isLoading={isBusy} isDisabled={!isComplete || !organization}>
        Checkout
      </Button>
      <p className={styles.note}>
        <Icon of={Lock} size="sm" />
        You pay on Stripe&apos;s page, where you can also buy more of each.
      </p>
    </section>
  );
};
