import { MikroORM } from '@mikro-orm/postgresql';
import { eventually } from '@portico/testkit';
import { ReconciliationService } from '../src/reconciliation/reconciliation.service.ts';
import type { Billing } from './billing.ts';
import { eventsOf, makeMeters, usage, use } from './using.ts';
import { buttons, checkout, dashboard, pay, portal, press, sessionIdOf, subscribe } from './paying.ts';

/** Creates a customer without a deployment id in its metadata, as older versions did. */
async function ofBefore(billing: Billing, organizationId: number): Promise<void> {
  const { url, secretKey } = billing.stripe;
  const made = await fetch(`${url}/v1/customers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams({ name: 'Before', 'metadata[organization_id]': String(organizationId) }),
  });
  const { id } = (await made.json()) as { id: string };
  const em = billing.app.get(MikroORM).em.fork();
  await em.execute(
    `insert into customers (organization_id, customer_id, name, idempotency_key) values (?, ?, 'Before', gen_random_uuid())`,
    [organizationId, id],
  );
}

/** Calls the service's API so that the service sends every kind of request to Stripe. */
export async function everyRequest(billing: Billing): Promise<void> {
  const stripe = dashboard(billing);
  const meter = await makeMeters(stripe);
  const shop = await billing.shop();
  const url = await checkout(shop, 'prod_bank_account', 'prod_voucher_unit');
  await pay(url);
  await pay(await checkout(shop, 'prod_voucher_50'));
  // Buys all products, because they are more lines than Stripe includes in a session.
  const { body } = await shop.call('GET', '/billable-products');
  await pay(await checkout(shop, ...(body as { id: string }[]).map(({ id }) => id)));
  await shop.call('POST', '/stripe/checkout/return', { sessionId: sessionIdOf(url) });
  const [state] = await eventually(() => {
    const states = billing.states(shop.organizationId);
    return new Set(states.map(({ id }) => id)).size === 3 && states;
  });
  // Subscribes to more items than Stripe includes in a subscription.
  const { id: long } = await subscribe(stripe, state?.customerId ?? '', 11);
  await stripe.subscriptions.create({ customer: state?.customerId ?? '', items: [{ price: meter.price }] });
  await use(billing, usage(shop, '5'));
  await eventually(() => eventsOf(billing, state?.customerId ?? '').length > 0);
  const page = await portal(shop, state?.customerId ?? '');
  // Creates an invoice with more lines than Stripe includes in an invoice.
  await press(page, 'renew', long);
  await shop.call('GET', `/organization-billing/${shop.organizationId}`);
  billing.post.deliverTo(billing.url);
  await press(page, 'dispute', (await buttons(page, 'dispute'))[0] ?? '');
  await eventually(() => billing.wire.sent.some(({ path }) => path === '/v1/disputes'));
  await billing.app.get(MikroORM).em.fork().execute('truncate customers');
  await ofBefore(billing, shop.organizationId + 1);
  await billing.app.get(ReconciliationService).reconcileWhenDue(0);
}
