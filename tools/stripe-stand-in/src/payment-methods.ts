import { z } from 'zod';
import type { Account } from './account.ts';
import { customerOf } from './found.ts';
import { missing } from './fault.ts';
import { newId, now, type PaymentMethod } from './objects.ts';
import { Expand } from './parameters.ts';
import { route, type Route } from './route.ts';

/** A card in a page's form, e.g. `4242 4242 4242 4242` and `12 / 40`. */
export type CardText = { number: string; expiry: string };

const NUMBERS = /\d+/g;

export const keepCard = (account: Account, customer: string, { number, expiry }: CardText): PaymentMethod => {
  const [month = 12, year = 40] = (expiry.match(NUMBERS) ?? []).map(Number);
  const method: PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    card: {
      brand: 'visa',
      exp_month: month,
      exp_year: 2_000 + year,
      funding: 'credit',
      last4: number.replaceAll(/\D/g, '').slice(-4),
    },
    created: now(),
    customer,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  account.paymentMethods.set(method.id, method);
  return method;
};

/** Makes this card the customer's default, also for existing subscriptions. */
export const replaceCard = (account: Account, customerId: string, text: CardText): void => {
  const customer = account.customers.get(customerId);
  if (!customer) return;
  const { id } = keepCard(account, customerId, text);
  customer.invoice_settings.default_payment_method = id;
  account.emit('customer.updated', customer);
  for (const subscription of account.subscriptions.values()) {
    if (subscription.customer !== customerId || subscription.status === 'canceled') continue;
    subscription.default_payment_method = null;
    account.emit('customer.subscription.updated', subscription);
  }
};

const TEST_CARD = 'pm_card_visa';

/** https://docs.stripe.com/api/payment_methods/attach, only for the test card. */
export const paymentMethodRoutes = (account: Account): Route[] => [
  route(
    'POST',
    '/v1/payment_methods/{id}/attach',
    z.strictObject({ customer: z.string(), expand: Expand }),
    ({ customer }, id) => {
      if (id !== TEST_CARD) throw missing('payment_method', id, 'payment_method');
      return keepCard(account, customerOf(account, customer).id, { number: '4242 4242 4242 4242', expiry: '12 / 40' });
    },
  ),
];
