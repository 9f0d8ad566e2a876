import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Stripe } from 'stripe';
import { startStripe } from '../src/index.ts';
import type { LocalStripe } from '../src/index.ts';

let local: LocalStripe;
let stripe: Stripe;

const connect = (secretKey: string): Stripe => {
  const { hostname, port } = new URL(local.url);
  return new Stripe(secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
};

beforeAll(async () => {
  local = await startStripe({ port: 0 });
  stripe = connect(local.secretKey);
});
afterAll(() => local.stop());

describe('the local Stripe, through the unmodified SDK', () => {
  it('lists products with their prices', async () => {
    const products = await stripe.products.list({ active: true, limit: 100, expand: ['data.default_price'] });
    const prices = products.data.map(({ default_price: price }) =>
      typeof price === 'object' && price ? [price.lookup_key, price.unit_amount, price.currency] : price,
    );
    expect(prices).toEqual([
      ['admin_user', 5_000, 'usd'],
      ['bank_account', 5_000, 'usd'],
      ['credit_card_account', 5_000, 'usd'],
      ['voucher_50', 5_000, 'usd'],
      ['voucher_100', 7_500, 'usd'],
      ['voucher_200', 10_000, 'usd'],
      ['voucher_400', 15_000, 'usd'],
      ['voucher_unit', 30, 'usd'],
      ['barcode_admin', 15_000, 'usd'],
      ['barcode_user', 10_000, 'usd'],
    ]);
  });

  it('pages through every product once', async () => {
    const seen: string[] = [];
    for await (const product of stripe.products.list({ limit: 3 })) seen.push(product.id);
    expect(new Set(seen).size).toBe(10);
    const [first, second, third] = seen;
    const back = await stripe.products.list({ limit: 2, ending_before: third ?? '' });
    expect(back.data.map(({ id }) => id)).toEqual([first, second]);
  });

  it('finds prices by lookup key and by id', async () => {
    const { data } = await stripe.prices.list({ lookup_keys: ['voucher_100', 'bank_account'], active: true });
    expect(data.map((price) => price.lookup_key)).toEqual(['bank_account', 'voucher_100']);
    const price = await stripe.prices.retrieve('price_voucher_100', { expand: ['product'] });
    expect(price).toMatchObject({ unit_amount: 7_500, type: 'one_time', product: { name: 'Vouchers 51–100' } });
    const product = await stripe.products.retrieve('prod_admin_user');
    expect(product).toMatchObject({ default_price: 'price_admin_user', metadata: { included: '2' } });
    expect((await stripe.products.list({ active: false })).data).toEqual([]);
  });

  it.each([
    ['a product that is not there', () => stripe.products.retrieve('prod_none'), 404, 'resource_missing'],
    ['a page after nothing', () => stripe.products.list({ starting_after: 'prod_none' }), 404, 'resource_missing'],
    ['a limit that is too large', () => stripe.products.list({ limit: 101 }), 400, 'parameter_invalid_integer'],
    ['a filter that it does not know', () => stripe.products.list({ shippable: true }), 400, 'parameter_unknown'],
    ['a path that cannot be expanded', () => stripe.products.list({ expand: ['data.nothing'] }), 400, undefined],
    ['a call that it does not know', () => stripe.coupons.list(), 404, undefined],
  ])("rejects %s with Stripe's error format", async (_, call, statusCode, code) => {
    const error: unknown = await call().catch((refusal: unknown) => refusal);
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(error).toMatchObject({ statusCode, code, requestId: expect.stringMatching(/^req_/) });
  });

  it('rejects another key', async () => {
    await expect(connect('sk_test_other').products.list()).rejects.toBeInstanceOf(
      Stripe.errors.StripeAuthenticationError,
    );
  });
});
