import { z } from 'zod';
import type { Account } from './account.ts';
import { missing, StripeFault } from './fault.ts';
import { customerOf, found, ofCustomer } from './found.ts';
import { listPage } from './list.ts';
import type { Subscription } from './objects.ts';
import { Expand, ExpandOnly, ListParameters, Metadata, Whole } from './parameters.ts';
import { route, type Route } from './route.ts';
import { amountOf, cancel, type Chosen, subscribe } from './subscribing.ts';
import { takePayment } from './payments.ts';

const SubscriptionList = z.strictObject({
  ...ListParameters,
  customer: z.string().optional(),
  status: z.string().default(''),
});
const SubscriptionCreate = z.strictObject({
  customer: z.string(),
  items: z
    .array(z.strictObject({ price: z.string(), quantity: Whole.pipe(z.int().min(1)).optional() }))
    .min(1)
    .max(20),
  default_payment_method: z.string().optional(),
  metadata: Metadata,
  expand: Expand,
});

const create = (account: Account, sent: z.output<typeof SubscriptionCreate>): Subscription => {
  const customer = customerOf(account, sent.customer);
  const { prices } = account.catalogue();
  const chosen = sent.items.map(({ price: id, quantity }, index): Chosen => {
    const price = prices.find((one) => one.id === id);
    const param = `items[${index}][price]`;
    if (!price) throw missing('price', id, param);
    if (!price.recurring) throw new StripeFault(400, `The price ${id} is not recurring.`, { param });
    if (price.recurring.usage_type === 'licensed') return { price, quantity: quantity ?? 1 };
    if (quantity !== undefined)
      throw new StripeFault(400, `The price ${id} is metered and takes no quantity.`, {
        param: `items[${index}][quantity]`,
      });
    return { price };
  });
  const method = sent.default_payment_method ?? customer.invoice_settings.default_payment_method;
  if (method !== null) found('payment_method', account.paymentMethods, method, 'default_payment_method');
  const amount = amountOf(chosen);
  if (amount > 0 && method === null)
    throw new StripeFault(400, 'This customer has no attached payment source or default payment method.', {
      code: 'resource_missing',
    });
  const bill = { customer: customer.id, amount, description: 'Subscription creation', metadata: sent.metadata };
  const intent = amount > 0 ? takePayment(account, bill, true) : null;
  return subscribe(account, { customer: customer.id, chosen, intent, metadata: sent.metadata, paymentMethod: method });
};

/** https://docs.stripe.com/api/subscriptions and /subscription_items */
export const subscriptionRoutes = (account: Account): Route[] => [
  route('POST', '/v1/subscriptions', SubscriptionCreate, (sent) => create(account, sent)),
  route('GET', '/v1/subscriptions', SubscriptionList, ({ customer, status, ...paging }) => {
    const rows = ofCustomer(account, account.subscriptions, customer).filter(
      (row) => status === 'all' || (status === '' ? row.status !== 'canceled' : row.status === status),
    );
    return listPage(rows, '/v1/subscriptions', paging);
  }),
  route('GET', '/v1/subscriptions/{id}', ExpandOnly, (_, id) => found('subscription', account.subscriptions, id)),
  route('DELETE', '/v1/subscriptions/{id}', ExpandOnly, (_, id) => {
    const subscription = found('subscription', account.subscriptions, id);
    if (subscription.status === 'canceled') throw missing('subscription', id, 'id');
    cancel(account, subscription);
    return subscription;
  }),
  route(
    'GET',
    '/v1/subscription_items',
    z.strictObject({ ...ListParameters, subscription: z.string() }),
    ({ subscription: id, ...paging }) => {
      const { items } = found('subscription', account.subscriptions, id, 'subscription');
      return listPage(items.data, items.url, paging);
    },
  ),
];
