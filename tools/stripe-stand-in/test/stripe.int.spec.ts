import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Stripe } from 'stripe';
import { DECLINED_CARD, GOOD_CARD, startStripe, type LocalStripe, type Offer } from '../src/index.ts';

const offer = (key: string, name: string, cents: number, monthly: boolean): Offer => ({
  key,
  name,
  description: `${name}.`,
  cents,
  monthly,
  unit: 'piece',
  metadata: { plan: 'team' },
});
const OFFERS = [
  offer('seat', 'Seat', 1_200, true),
  offer('stamps', 'Stamps', 500, false),
  offer('storage', 'Storage', 900, true),
];

let local: LocalStripe;
let stripe: Stripe;

const connect = (secretKey: string, url = local.url): Stripe => {
  const { hostname, port } = new URL(url);
  return new Stripe(secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
};

beforeAll(async () => {
  local = await startStripe({ port: 0, offers: OFFERS });
  stripe = connect(local.secretKey);
});
afterAll(() => local.stop());

describe('the local Stripe, through the unmodified SDK', () => {
  it('lists its offers with their prices', async () => {
    const products = await stripe.products.list({ active: true, limit: 100, expand: ['data.default_price'] });
    const prices = products.data.map(({ default_price: price }) =>
      typeof price === 'object' && price ? [price.lookup_key, price.unit_amount, price.recurring?.interval] : price,
    );
    expect(prices).toEqual([
      ['seat', 1_200, 'month'],
      ['stamps', 500, undefined],
      ['storage', 900, 'month'],
    ]);
  });

  it('pages through every product once', async () => {
    const seen: string[] = [];
    for await (const product of stripe.products.list({ limit: 2 })) seen.push(product.id);
    expect(seen).toEqual(['prod_seat', 'prod_stamps', 'prod_storage']);
    const back = await stripe.products.list({ limit: 2, ending_before: 'prod_storage' });
    expect(back.data.map(({ id }) => id)).toEqual(['prod_seat', 'prod_stamps']);
  });

  it('finds prices by lookup key and by id', async () => {
    const { data } = await stripe.prices.list({ lookup_keys: ['storage', 'seat'], active: true });
    expect(data.map((price) => price.lookup_key)).toEqual(['seat', 'storage']);
    const price = await stripe.prices.retrieve('price_stamps', { expand: ['product'] });
    expect(price).toMatchObject({ unit_amount: 500, type: 'one_time', product: { name: 'Stamps' } });
    const product = await stripe.products.retrieve('prod_seat');
    expect(product).toMatchObject({ default_price: 'price_seat', metadata: { plan: 'team' } });
    expect((await stripe.products.list({ active: false })).data).toEqual([]);
  });

  it('creates products and prices, lists them first, and keeps them in its file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stripe-stand-in-'));
    const file = join(folder, 'account.json');
    const first = await startStripe({ port: 0, file, secretKey: 'sk_test_1', offers: OFFERS });
    const before = connect(first.secretKey, first.url);
    const product = await before.products.create({
      name: 'Support',
      default_price_data: { currency: 'usd', unit_amount: 2_500, recurring: { interval: 'month' } },
    });
    const price = await before.prices.create({ product: product.id, currency: 'usd', unit_amount: 9_900 });
    await first.stop();
    const second = await startStripe({ port: 0, file, secretKey: 'sk_test_1', offers: OFFERS });
    const after = connect(second.secretKey, second.url);
    const [newest] = (await after.products.list({ expand: ['data.default_price'] })).data;
    expect(newest).toMatchObject({ id: product.id, default_price: { unit_amount: 2_500, type: 'recurring' } });
    expect(await after.prices.retrieve(price.id)).toMatchObject({ product: product.id, type: 'one_time' });
    await second.stop();
    rmSync(folder, { recursive: true });
  });

  it.each([
    [
      'a second product with the same id',
      () => stripe.products.create({ id: 'prod_seat', name: 'x' }),
      400,
      'resource_already_exists',
    ],
    [
      'a price for an unknown product',
      () => stripe.prices.create({ product: 'prod_none', currency: 'usd', unit_amount: 1 }),
      404,
      'resource_missing',
    ],
    [
      'an unsupported currency',
      () => stripe.prices.create({ product: 'prod_seat', currency: 'eur', unit_amount: 1 }),
      400,
      'parameter_invalid',
    ],
    ['an unknown product', () => stripe.products.retrieve('prod_none'), 404, 'resource_missing'],
    [
      'a page after an unknown product',
      () => stripe.products.list({ starting_after: 'prod_none' }),
      404,
      'resource_missing',
    ],
    ['a limit that is too large', () => stripe.products.list({ limit: 101 }), 400, 'parameter_invalid_integer'],
    ['an unknown filter', () => stripe.products.list({ shippable: true }), 400, 'parameter_unknown'],
    ['an unknown path to expand', () => stripe.products.list({ expand: ['data.nothing'] }), 400, undefined],
    ['an unsupported call', () => stripe.coupons.list(), 404, undefined],
  ])("rejects %s with Stripe's error format", async (_, call, statusCode, code) => {
    const error: unknown = await call().catch((refusal: unknown) => refusal);
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(error).toMatchObject({ statusCode, code, requestId: expect.stringMatching(/^req_/) });
  });

  it('rejects calls with a wrong key', async () => {
    await expect(connect('sk_test_other').products.list()).rejects.toBeInstanceOf(
      Stripe.errors.StripeAuthenticationError,
    );
  });
});

describe('a subscription of the local Stripe', () => {
  const press = (page: string, form: Record<string, string>): Promise<Response> =>
    fetch(page, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  const card = { card: GOOD_CARD, expiry: '12 / 40', cvc: '123' };

  /** Creates a customer with a subscription to two seats. Returns their ids and the customer's portal page. */
  const subscribed = async (): Promise<{ customer: string; page: string; subscription: string }> => {
    const { id: customer } = await stripe.customers.create({ name: 'Northwind' });
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: 'price_seat', quantity: 2 }],
      success_url: 'http://127.0.0.1/paid',
    });
    await press(session.url ?? '', { action: 'pay', ...card });
    const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: 'http://127.0.0.1/' });
    const [one] = (await stripe.subscriptions.list({ customer })).data;
    return { customer, page: url, subscription: one?.id ?? '' };
  };

  it('has a next invoice unless it is set to end with its period', async () => {
    const { page, subscription } = await subscribed();
    expect(await stripe.invoices.createPreview({ subscription })).toMatchObject({ amount_due: 2_400, status: 'draft' });
    await press(page, { end: subscription });
    const ending = await stripe.subscriptions.retrieve(subscription);
    expect(ending).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(ending.cancel_at).toBe(ending.items.data[0]?.current_period_end);
    await expect(stripe.invoices.createPreview({ subscription })).rejects.toMatchObject({
      code: 'invoice_upcoming_none',
    });
    await press(page, { resume: subscription });
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ cancel_at: null });
    await press(page, { end: subscription });
    await press(page, { renew: subscription });
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('canceled');
  });

  it('has invoices, a page to pay an open invoice, and a PDF of each invoice', async () => {
    const { customer, page, subscription } = await subscribed();
    await press(page, { fail: subscription });
    const [open, paid] = (await stripe.invoices.list({ customer })).data;
    expect(open).toMatchObject({ status: 'open', amount_remaining: 2_400, attempt_count: 1 });
    expect(paid).toMatchObject({ status: 'paid', next_payment_attempt: null });
    const declined = await press(open?.hosted_invoice_url ?? '', { action: 'pay', ...card, card: DECLINED_CARD });
    expect([declined.status, await declined.text()]).toEqual([402, expect.stringContaining('Your card was declined.')]);
    expect((await press(open?.hosted_invoice_url ?? '', { action: 'pay', ...card })).status).toBe(200);
    expect((await stripe.invoices.retrieve(open?.id ?? '')).status).toBe('paid');
    const file = await fetch(paid?.invoice_pdf ?? '');
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="Invoice-${paid?.number}.pdf"`);
    expect(await file.text()).toMatch(/^%PDF-1\.4[\s\S]*2 x Seat/);
  });

  it('is paid with the new card after its customer replaces the card', async () => {
    const { customer, page } = await subscribed();
    const methods = async () => {
      const expand = ['data.default_payment_method', 'data.customer.invoice_settings.default_payment_method'];
      const [one] = (await stripe.subscriptions.list({ customer, expand })).data;
      return [one?.default_payment_method, one?.customer];
    };
    expect(await methods()).toMatchObject([
      { card: { last4: '4242' } },
      { invoice_settings: { default_payment_method: null } },
    ]);
    await press(page, { replace: 'card', number: '5555 5555 5555 4444', expiry: '03 / 41' });
    expect(await methods()).toMatchObject([
      null,
      { invoice_settings: { default_payment_method: { card: { last4: '4444', exp_year: 2_041 } } } },
    ]);
  });
});
