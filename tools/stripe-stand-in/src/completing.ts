import type { Account } from './account.ts';
import { addPayment, newInvoice, type Line } from './invoicing.ts';
import type { PaymentIntent, Session } from './objects.ts';
import { type CardText, keepCard } from './payment-methods.ts';
import { takePayment } from './payments.ts';
import { sumOf } from './sessions.ts';
import { subscribe } from './subscribing.ts';

/** @returns the id of a new invoice. */
const invoicePaid = (account: Account, customer: string, intent: PaymentIntent, lines: readonly Line[]): string => {
  const invoice = newInvoice(account, { customer, subscription: null, reason: 'manual', lines });
  addPayment(invoice, intent);
  account.emit('invoice.paid', invoice);
  return invoice.id;
};

/** @returns whether the card was accepted; if not, the session stays open. */
export const paySession = (account: Account, session: Session, card: CardText, accepted: boolean): boolean => {
  const items = account.lineItems.get(session.id) ?? [];
  const { customer } = session;
  const lines = items.map(({ description, amount_total: amount, quantity, price }) => ({
    description: description ?? '',
    amount,
    quantity,
    price,
  }));
  const metadata = session.metadata ?? {};
  const description = session.mode === 'subscription' ? 'Subscription creation' : 'Checkout';
  const intent = takePayment(account, { customer, amount: sumOf(items), description, metadata }, accepted);
  if (!accepted) return false;
  if (session.mode === 'subscription') {
    const { id } = keepCard(account, customer, card);
    const chosen = items.filter(({ price }) => price.recurring);
    const subscription = subscribe(account, { customer, chosen, lines, intent, metadata, paymentMethod: id });
    Object.assign(session, { subscription: subscription.id, invoice: subscription.latest_invoice });
  } else {
    session.payment_intent = intent.id;
    if (session.invoice_creation?.enabled) session.invoice = invoicePaid(account, customer, intent, lines);
  }
  Object.assign(session, { status: 'complete', payment_status: 'paid', url: null });
  account.emit('checkout.session.completed', session);
  return true;
};

/** Changes adjustable quantities within their limits. @returns whether any quantity changed. */
export const changeQuantities = (account: Account, session: Session, wanted: ReadonlyMap<string, number>): boolean => {
  let isChanged = false;
  for (const item of account.lineItems.get(session.id) ?? []) {
    const { minimum, maximum, enabled } = item.adjustable_quantity ?? { enabled: false, minimum: 1, maximum: 1 };
    const requested = wanted.get(item.id);
    if (!enabled || requested === undefined || !Number.isInteger(requested)) continue;
    const quantity = Math.min(Math.max(requested, minimum ?? 1, 1), maximum ?? requested);
    if (quantity === item.quantity) continue;
    const amount = (item.price.unit_amount ?? 0) * quantity;
    Object.assign(item, { quantity, amount_subtotal: amount, amount_total: amount });
    isChanged = true;
  }
  const total = sumOf(account.lineItems.get(session.id) ?? []);
  Object.assign(session, { amount_subtotal: total, amount_total: total });
  return isChanged;
};
