import type { Account } from './account.ts';
import type { Price } from './catalogue.ts';
import { listOf, newId, now, type Invoice, type InvoiceLine, type PaymentIntent } from './objects.ts';

/** Seconds until a failed payment is retried. */
const RETRY = 3 * 24 * 60 * 60;

type Billed = {
  customer: string;
  /** Id of the invoiced subscription; null for a one-time payment. */
  subscription: string | null;
  reason: 'subscription_create' | 'subscription_cycle' | 'manual';
  lines: readonly Line[];
};

/** A line of an invoice. `amount` is in cents. `period` is the period of metered use; default: the invoice's period. */
export type Line = {
  description: string;
  amount: number;
  quantity: number;
  price: Price;
  period?: { start: number; end: number };
};

/** Returns an invoice number in Stripe's format: the prefix of the customer and the number of the customer's invoices. */
const numberOf = (account: Account, customer: string): string => {
  const count = [...account.invoices.values()].filter((invoice) => invoice.customer === customer).length;
  return `${customer.slice(-8).toUpperCase()}-${String(count + 1).padStart(4, '0')}`;
};

const toLine = (invoice: Invoice, { description, amount, quantity, price, period }: Line): InvoiceLine => ({
  id: newId('il'),
  object: 'line_item',
  amount,
  currency: invoice.currency,
  description,
  discountable: true,
  discounts: [],
  invoice: invoice.id,
  livemode: false,
  metadata: {},
  period: period ?? { start: invoice.period_start, end: invoice.period_end },
  pricing: {
    type: 'price_details',
    price_details: { price: price.id, product: price.product },
    unit_amount_decimal: price.unit_amount_decimal,
  },
  quantity,
  quantity_decimal: String(quantity),
  subtotal: amount,
});

const totalOf = ({ id, currency, total, period_start: start, period_end: end }: Invoice): InvoiceLine => ({
  id: `il_${id}`,
  object: 'line_item',
  amount: total,
  currency,
  description: 'Total',
  discountable: true,
  discounts: [],
  invoice: id,
  livemode: false,
  metadata: {},
  period: { start, end },
  quantity: 1,
  subtotal: total,
});

/** The lines of an invoice. If an earlier version stored the invoice without lines, it has one line with the total. */
export const linesOf = (account: Account, invoice: Invoice): InvoiceLine[] =>
  account.invoiceLines.get(invoice.id) ?? [totalOf(invoice)];

export const newInvoice = (account: Account, { customer, subscription, reason, lines }: Billed): Invoice => {
  const id = newId('in');
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  const invoice: Invoice = {
    id,
    object: 'invoice',
    amount_due: amount,
    amount_paid: 0,
    amount_remaining: amount,
    attempt_count: 0,
    billing_reason: reason,
    created: now(),
    currency: 'usd',
    customer,
    description: null,
    hosted_invoice_url: `${account.url}/i/${id}`,
    invoice_pdf: `${account.url}/i/${id}/pdf`,
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: numberOf(account, customer),
    parent:
      subscription === null
        ? null
        : { type: 'subscription_details', quote_details: null, subscription_details: { subscription } },
    payments: listOf(`/v1/invoice_payments?invoice=${id}`, []),
    period_end: now(),
    period_start: now(),
    status: 'open',
    subtotal: amount,
    total: amount,
  };
  account.invoices.set(id, invoice);
  account.invoiceLines.set(
    id,
    lines.map((line) => toLine(invoice, line)),
  );
  return invoice;
};

export const addPayment = (invoice: Invoice, intent: PaymentIntent): void => {
  const isPaid = intent.status === 'succeeded';
  invoice.payments.data.push({
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: isPaid ? intent.amount : null,
    amount_requested: intent.amount,
    created: now(),
    currency: 'usd',
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: isPaid ? 'paid' : 'open',
  });
  invoice.attempt_count += 1;
  invoice.next_payment_attempt = isPaid ? null : now() + RETRY;
  if (isPaid) Object.assign(invoice, { status: 'paid', amount_paid: invoice.total, amount_remaining: 0 });
};
