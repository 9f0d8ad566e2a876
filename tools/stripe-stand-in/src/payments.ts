import type { Account } from './account.ts';
import { StripeFault } from './fault.ts';
import { newId, now, type Charge, type PaymentIntent, type Refund } from './objects.ts';

/** A card payment to make. `amount` in cents. */
type Bill = { customer: string; amount: number; description: string; metadata: Record<string, string> };

/** @returns the payment intent, `succeeded` or `requires_payment_method`. */
export const takePayment = (account: Account, bill: Bill, accepted: boolean): PaymentIntent => {
  const { customer, amount, metadata, description } = bill;
  const made = { created: now(), currency: 'usd', livemode: false, metadata, customer, amount };
  const charge: Charge = {
    ...made,
    id: newId('ch'),
    object: 'charge',
    amount_captured: accepted ? amount : 0,
    amount_refunded: 0,
    captured: accepted,
    description,
    disputed: false,
    paid: accepted,
    payment_intent: newId('pi'),
    refunded: false,
    status: accepted ? 'succeeded' : 'failed',
  };
  const intent: PaymentIntent = {
    ...made,
    id: charge.payment_intent,
    object: 'payment_intent',
    latest_charge: charge.id,
    status: accepted ? 'succeeded' : 'requires_payment_method',
  };
  account.charges.set(charge.id, charge);
  account.paymentIntents.set(intent.id, intent);
  account.emit(accepted ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', intent);
  account.emit(accepted ? 'charge.succeeded' : 'charge.failed', charge);
  return intent;
};

/** @param amount in cents. Default: all that is not refunded yet. @throws StripeFault if `amount` exceeds the default. */
export const refundCharge = (account: Account, charge: Charge, amount?: number): Refund => {
  const left = charge.amount_captured - charge.amount_refunded;
  const refunded = amount ?? left;
  if (left === 0) {
    throw new StripeFault(400, `Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  if (refunded > left || refunded < 1) {
    throw new StripeFault(400, `Refund amount (${refunded}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    });
  }
  charge.amount_refunded += refunded;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount: refunded,
    charge: charge.id,
    created: now(),
    currency: charge.currency,
    metadata: {},
    payment_intent: charge.payment_intent,
    status: 'succeeded',
  };
  account.refunds.set(refund.id, refund);
  account.emit('charge.refunded', charge);
  return refund;
};
