import { z } from 'zod';
import type { Account } from './account.ts';
import { customerOf, found } from './found.ts';
import { missing, StripeFault } from './fault.ts';
import { listPage, newestFirst } from './list.ts';
import { newId, now, type LineItem, type Session } from './objects.ts';
import { Expand, ExpandOnly, Flag, ListParameters, Metadata, Whole } from './parameters.ts';
import { route, type Route } from './route.ts';

/** Seconds until an open session expires. */
const LIFETIME = 24 * 60 * 60;
/** Default maximum of an adjustable quantity, as in Stripe. */
const MAX_QUANTITY = 99;
/** Maximum number of line items that a response includes with a session. */
const MAX_SHOWN_ITEMS = 5;

const LineItemCreate = z.strictObject({
  price: z.string(),
  quantity: Whole.pipe(z.int().min(1)),
  adjustable_quantity: z
    .strictObject({
      enabled: Flag,
      minimum: Whole.pipe(z.int().min(0)).default(0),
      maximum: Whole.pipe(z.int().min(1).max(999_999)).default(MAX_QUANTITY),
    })
    .optional(),
});
const SessionCreate = z.strictObject({
  mode: z.enum(['payment', 'subscription']),
  customer: z.string(),
  client_reference_id: z.string().max(200).optional(),
  line_items: z.array(LineItemCreate).min(1).max(100),
  success_url: z.url(),
  cancel_url: z.url().optional(),
  metadata: Metadata,
  subscription_data: z.strictObject({ metadata: Metadata }).optional(),
  payment_intent_data: z.strictObject({ metadata: Metadata }).optional(),
  invoice_creation: z.strictObject({ enabled: Flag }).optional(),
  expand: Expand,
});

const NO_DATA = {
  account_tax_ids: null,
  custom_fields: null,
  description: null,
  footer: null,
  issuer: null,
  metadata: null,
  rendering_options: null,
};

export const sumOf = (items: readonly LineItem[]): number => items.reduce((sum, item) => sum + item.amount_total, 0);

const toLineItem = (account: Account, sent: z.output<typeof LineItemCreate>, index: number): LineItem => {
  const { products, prices } = account.catalogue();
  const price = prices.find(({ id }) => id === sent.price);
  if (!price) throw missing('price', sent.price, `line_items[${index}][price]`);
  if (price.recurring?.usage_type === 'metered')
    throw new StripeFault(400, 'The local Stripe sells metered prices by `POST /v1/subscriptions` alone.', {
      param: `line_items[${index}][price]`,
    });
  const amount = (price.unit_amount ?? 0) * sent.quantity;
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: sent.adjustable_quantity ?? null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: 'usd',
    description: products.find(({ id }) => id === price.product)?.name ?? null,
    metadata: {},
    price,
    quantity: sent.quantity,
  };
};

const create = (account: Account, sent: z.output<typeof SessionCreate>): Session => {
  customerOf(account, sent.customer);
  const items = sent.line_items.map((item, index) => toLineItem(account, item, index));
  if (sent.mode === 'payment' && items.some(({ price }) => price.recurring)) {
    throw new StripeFault(400, 'You specified `payment` mode but passed a recurring price.', { param: 'line_items' });
  }
  if (sent.mode === 'subscription' && !items.some(({ price }) => price.recurring)) {
    throw new StripeFault(400, 'You must provide at least one recurring price in `subscription` mode.', {
      param: 'line_items',
    });
  }
  if (sent.mode === 'subscription' && sent.invoice_creation) {
    throw new StripeFault(400, 'You can only enable invoice creation when `mode` is set to `payment`.', {
      param: 'invoice_creation',
    });
  }
  const id = newId('cs_test');
  const session: Session = {
    id,
    object: 'checkout.session',
    amount_subtotal: sumOf(items),
    amount_total: sumOf(items),
    cancel_url: sent.cancel_url ?? null,
    client_reference_id: sent.client_reference_id ?? null,
    created: now(),
    currency: 'usd',
    customer: sent.customer,
    expires_at: now() + LIFETIME,
    invoice: null,
    invoice_creation: sent.invoice_creation ? { ...sent.invoice_creation, invoice_data: NO_DATA } : null,
    livemode: false,
    metadata: sent.metadata,
    mode: sent.mode,
    payment_intent: null,
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    success_url: sent.success_url,
    url: `${account.url}/c/pay/${id}`,
  };
  account.sessions.set(id, session);
  account.lineItems.set(id, items);
  return session;
};

const expire = (account: Account, session: Session): void => {
  Object.assign(session, { status: 'expired', url: null });
  account.emit('checkout.session.expired', session);
};

/** Returns a session, and expires it first if its lifetime is over. @throws StripeFault if the session does not exist. */
export const sessionOf = (account: Account, id: string, param = 'id'): Session => {
  const session = found('checkout.session', account.sessions, id, param);
  if (session.status === 'open' && session.expires_at < now()) expire(account, session);
  return session;
};

const SessionList = z.strictObject({
  ...ListParameters,
  customer: z.string().optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
  subscription: z.string().optional(),
  payment_intent: z.string().optional(),
});

/** Adds the session's first line items. As with Stripe, a response includes them only when a caller expands them. */
const withLines = (account: Account, session: Session): object => ({
  ...session,
  line_items: listPage(account.lineItems.get(session.id) ?? [], `/v1/checkout/sessions/${session.id}/line_items`, {
    limit: MAX_SHOWN_ITEMS,
  }),
});

const list = (account: Account, { expand, ...wanted }: z.output<typeof SessionList>): object => {
  const rows = newestFirst(account.sessions.keys())
    .map((id) => sessionOf(account, id))
    .filter((session) =>
      (['customer', 'status', 'subscription', 'payment_intent'] as const).every(
        (name) => wanted[name] === undefined || session[name] === wanted[name],
      ),
    );
  const page = listPage(rows, '/v1/checkout/sessions', wanted);
  if (!expand.some((path) => path.startsWith('data.line_items'))) return page;
  return { ...page, data: page.data.map((session) => withLines(account, session)) };
};

/** https://docs.stripe.com/api/checkout/sessions */
export const sessionRoutes = (account: Account): Route[] => [
  route('POST', '/v1/checkout/sessions', SessionCreate, (sent) => create(account, sent)),
  route('GET', '/v1/checkout/sessions', SessionList, (wanted) => list(account, wanted)),
  route('GET', '/v1/checkout/sessions/{id}/line_items', z.strictObject(ListParameters), (paging, id) => {
    sessionOf(account, id, 'session');
    return listPage(account.lineItems.get(id) ?? [], `/v1/checkout/sessions/${id}/line_items`, paging);
  }),
  route('POST', '/v1/checkout/sessions/{id}/expire', ExpandOnly, (_, id) => {
    const session = sessionOf(account, id, 'session');
    if (session.status !== 'open')
      throw new StripeFault(400, `Only open Checkout Sessions can be expired; this one is ${session.status}.`);
    expire(account, session);
    return session;
  }),
  route('GET', '/v1/checkout/sessions/{id}', ExpandOnly, ({ expand }, id) =>
    expand.some((path) => path.startsWith('line_items'))
      ? withLines(account, sessionOf(account, id))
      : sessionOf(account, id),
  ),
];
