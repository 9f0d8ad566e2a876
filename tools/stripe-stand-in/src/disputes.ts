import { z } from 'zod';
import type { Account } from './account.ts';
import { found } from './found.ts';
import { listPage, newestFirst } from './list.ts';
import { newId, now, type Charge, type Dispute } from './objects.ts';
import { ExpandOnly, ListParameters } from './parameters.ts';
import { route, type Route } from './route.ts';

export const disputeOf = (account: Account, charge: Charge): Dispute | undefined =>
  [...account.disputes.values()].find((dispute) => dispute.charge === charge.id);

/** Opens a dispute about a whole payment for the cardholder. As with Stripe, the dispute does not name the customer. */
export const openDispute = (account: Account, charge: Charge): void => {
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created: now(),
    currency: charge.currency,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  };
  account.disputes.set(dispute.id, dispute);
  charge.disputed = true;
  account.emit('charge.dispute.created', dispute);
  account.emit('charge.dispute.funds_withdrawn', dispute);
};

export const closeDispute = (account: Account, dispute: Dispute, status: 'won' | 'lost'): void => {
  dispute.status = status;
  if (status === 'won') account.emit('charge.dispute.funds_reinstated', dispute);
  account.emit('charge.dispute.closed', dispute);
};

const OfCharge = z.strictObject({
  ...ListParameters,
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
});

/** https://docs.stripe.com/api/disputes */
export const disputeRoutes = (account: Account): Route[] => [
  route('GET', '/v1/disputes', OfCharge, ({ charge, payment_intent: intent, ...paging }) => {
    const rows = newestFirst(account.disputes.values()).filter(
      (dispute) => (!charge || dispute.charge === charge) && (!intent || dispute.payment_intent === intent),
    );
    return listPage(rows, '/v1/disputes', paging);
  }),
  route('GET', '/v1/disputes/{id}', ExpandOnly, (_, id) => found('dispute', account.disputes, id)),
];
