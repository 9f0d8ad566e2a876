import type { Account } from './account.ts';
import type { Session } from './objects.ts';
import { takePayment } from './payments.ts';
import { sumOf } from './sessions.ts';
import { subscribe } from './subscribing.ts';

/** Pays an open session by card. @returns whether the card was accepted; when it was not, the session stays open. */
export const paySession = (account: Account, session: Session, accepted: boolean): boolean => {
  const items = account.lineItems.get(session.id) ?? [];
  const { customer } = session;
  const metadata = session.metadata ?? {};
  const description = session.mode === 'subscription' ? 'Subscription creation' : 'Checkout';
  const intent = takePayment(account, { customer, amount: sumOf(items), description, metadata }, accepted);
  if (!accepted) return false;
  if (session.mode === 'subscription') {
    const subscription = subscribe(account, customer, items, intent, metadata);
    Object.assign(session, { subscription: subscription.id, invoice: subscription.latest_invoice });
  } else {
    session.payment_intent = intent.id;
  }
  Object.assign(session, { status: 'complete', payment_status: 'paid', url: null });
  account.emit('checkout.session.completed', session);
  return true;
};

/** Changes quantities of lines that may be changed, within their bounds. @returns whether anything is different now. */
export const changeQuantities = (account: Account, session: Session, wanted: ReadonlyMap<string, number>): boolean => {
  let isChanged = false;
  for (const item of account.lineItems.get(session.id) ?? []) {
    const { minimum, maximum, enabled } = item.adjustable_quantity ?? { enabled: false, minimum: 1, maximum: 1 };
    const asked = wanted.get(item.id);
    if (!enabled || asked === undefined || !Number.isInteger(asked)) continue;
    const quantity = Math.min(Math.max(asked, minimum ?? 1, 1), maximum ?? asked);
    if (quantity === item.quantity) continue;
    const amount = (item.price.unit_amount ?? 0) * quantity;
    Object.assign(item, { quantity, amount_subtotal: amount, amount_total: amount });
    isChanged = true;
  }
  const total = sumOf(account.lineItems.get(session.id) ?? []);
  Object.assign(session, { amount_subtotal: total, amount_total: total });
  return isChanged;
};
