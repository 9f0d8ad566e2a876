// needs: go
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Stripe } from 'stripe';
import { GOOD_CARD, startStripe, type LocalStripe } from '../src/index.ts';
import { differences, type Schemas } from './openapi.ts';

/** Contains Stripe's API description, of an older release than the SDK in these tests. */
const STRIPE_MOCK = 'github.com/stripe/stripe-mock@v0.203.0';

/** Known differences between Stripe's description and the release that the SDK uses. */
const OF_THE_RELEASE = [
  'dispute.evidence_details.submission_method is unknown',
  'invoice.amount_paid_off_stripe is missing',
];

const readDescription = (): Schemas => {
  const answer = execFileSync('go', ['mod', 'download', '-json', STRIPE_MOCK], { encoding: 'utf8', timeout: 120_000 });
  const { Dir: folder } = JSON.parse(answer) as { Dir: string };
  const text = readFileSync(join(folder, 'embedded/openapi/spec3.json'), 'utf8');
  return (JSON.parse(text) as { components: { schemas: Schemas } }).components.schemas;
};

describe("the stand-in's objects", () => {
  let local: LocalStripe;
  let stripe: Stripe;
  let schemas: Schemas;

  const press = (page: string, form: Record<string, string>): Promise<Response> =>
    fetch(page, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  const card = { action: 'pay', card: GOOD_CARD, expiry: '12 / 40', cvc: '123' };

  /** Creates a customer with a payment, a subscription, a metered subscription, a refund and a dispute. */
  const useEverything = async (): Promise<string> => {
    const product = await stripe.products.create({ name: 'Seat' });
    const again = await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 1_200,
      recurring: { interval: 'month' },
    });
    const once = await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 500 });
    const { id: customer } = await stripe.customers.create({ name: 'Northwind', email: 'a@northwind.test' });
    const urls = { success_url: 'http://127.0.0.1/paid', cancel_url: 'http://127.0.0.1/' };
    for (const [mode, price] of [
      ['payment', once.id],
      ['payment', once.id],
      ['subscription', again.id],
    ] as const) {
      const session = await stripe.checkout.sessions.create({
        mode,
        customer,
        line_items: [{ price, quantity: 2, adjustable_quantity: { enabled: true } }],
        ...urls,
        ...(mode === 'payment' && { invoice_creation: { enabled: true } }),
      });
      await press(session.url ?? '', card);
    }
    const meter = await stripe.billing.meters.create({
      display_name: 'Events',
      event_name: 'events',
      default_aggregation: { formula: 'sum' },
    });
    const metered = await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 3,
      recurring: { interval: 'month', usage_type: 'metered', meter: meter.id },
    });
    const { id } = await stripe.subscriptions.create({ customer, items: [{ price: metered.id }] });
    await stripe.billing.meterEvents.create({
      event_name: 'events',
      payload: { stripe_customer_id: customer, value: '7' },
    });
    const page = (await stripe.billingPortal.sessions.create({ customer, return_url: urls.cancel_url })).url;
    const [first, second] = (await stripe.charges.list({ customer })).data;
    await press(page, { refund: first?.id ?? '' });
    await press(page, { dispute: second?.id ?? '' });
    // Creates an invoice with a metered line.
    await press(page, { renew: id });
    return customer;
  };

  beforeAll(async () => {
    schemas = readDescription();
    local = await startStripe({ port: 0 });
    const { hostname, port } = new URL(local.url);
    stripe = new Stripe(local.secretKey, { host: hostname, port, protocol: 'http', telemetry: false });
  }, 180_000);
  afterAll(() => local?.stop());

  it("have the fields that Stripe's API description requires, and no other fields", async () => {
    const customer = await useEverything();
    const customers = ['checkout/sessions', 'subscriptions', 'invoices', 'charges', `customers/${customer}`].map(
      (path) => (path.includes(customer) ? path : `${path}?customer=${customer}&limit=100`),
    );
    const now = Math.floor(Date.now() / 60_000) * 60;
    const meterId = (await stripe.billing.meters.list()).data[0]?.id ?? '';
    const summaries = `billing/meters/${meterId}/event_summaries?customer=${customer}&start_time=${now - 3_600}&end_time=${now + 60}`;
    const others = ['products', 'prices', 'disputes', 'billing/meters', 'events?limit=100', summaries];
    const objects: { object: string }[] = [];
    for (const path of [...customers, ...others, 'invoices?limit=9&expand[]=data.payments']) {
      const response = await fetch(`${local.url}/v1/${path}`, {
        headers: { authorization: `Bearer ${local.secretKey}` },
      });
      expect([path, response.status]).toEqual([path, 200]);
      const body = (await response.json()) as { object: string; data?: { object: string }[] };
      objects.push(...(body.object === 'list' ? (body.data ?? []) : [body]));
    }
    const ofEvents = objects.flatMap((row) =>
      'data' in row ? [(row.data as { object: { object: string } }).object] : [],
    );
    objects.push(...ofEvents, await stripe.billingPortal.sessions.create({ customer, return_url: local.url }));
    const found = objects.flatMap((row) => {
      const schema = schemas[row.object];
      return schema ? differences(schemas, schema, row, row.object) : [`${row.object} is not described`];
    });
    expect(new Set(objects.map(({ object }) => object)).size).toBeGreaterThanOrEqual(13);
    expect([...new Set(found)].toSorted()).toEqual(OF_THE_RELEASE);
  });
});
