import type { BilledSubscription } from '@portico/contracts/http/organization-billing';
import { Alert, buttonClass } from '@portico/ui';
import { money } from '../../shared/purchases/money.ts';
import { day, namesOf } from './words.ts';

/** Describes what happens if the customer does not act. */
const consequence = ({ status, openInvoice }: BilledSubscription): string => {
  if (status === 'unpaid') return 'It will not be charged automatically.';
  const next = openInvoice?.nextAttemptAt;
  return next ? `Stripe will charge it again on ${day(next)}.` : 'It will not be charged automatically.';
};

/** An alert about a failed payment: the products, what the customer cannot use before paying, and how to pay. */
export const PaymentDue = ({ subscription }: { subscription: BilledSubscription }) => {
  const { openInvoice: invoice, currency } = subscription;
  const names = namesOf(subscription);
  const amount = invoice ? `The payment of ${money(invoice.amountDue, currency)}` : 'The payment';
  return (
    <Alert
      variant="danger"
      title={`${amount} for ${names} has failed`}
      action={
        invoice?.pageUrl && (
          <a className={buttonClass({ size: 'sm' })} href={invoice.pageUrl} target="_blank" rel="noreferrer">
            Pay the invoice
          </a>
        )
      }
    >
      {invoice?.pageUrl
        ? 'Pay the open invoice with any card, or change the card in the customer portal.'
        : 'Change the card in the customer portal, and pay the open amount there.'}{' '}
      {consequence(subscription)} Until you pay, {names} cannot be used.
    </Alert>
  );
};
