import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Stripe } from 'stripe';
import { startStripe, type LocalStripe } from '../src/index.ts';

describe('meters of the local Stripe', () => {
  let local: LocalStripe;
  let stripe: Stripe;
  let customer: string;
  const now = (): number => Math.floor(Date.now() / 1_000);
  const used = (value: string, more: object = {}) =>
    stripe.billing.meterEvents.create({
      event_name: 'sum',
      payload: { stripe_customer_id: customer, value },
      ...more,
    });

  beforeAll(async () => {
    local = await startStripe({ port: 0 });
    const { hostname, port } = new URL(local.url);
    stripe = new Stripe(local.secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
    customer = (await stripe.customers.create({ name: 'Northwind' })).id;
    for (const formula of ['sum', 'count', 'last'] as const)
      await stripe.billing.meters.create({
        display_name: formula,
        event_name: formula,
        default_aggregation: { formula },
      });
  });
  afterAll(() => local.stop());

  it.each([
    ['sum', 16],
    ['count', 3],
    ['last', 9],
  ])('aggregate by %s', async (formula, expected) => {
    const values = ['5', '2', '9'];
    for (const [index, value] of values.entries())
      await stripe.billing.meterEvents.create({
        event_name: formula,
        payload: { stripe_customer_id: customer, value },
        timestamp: now() - 60 + index,
      });
    const meter = (await stripe.billing.meters.list()).data.find(({ event_name: name }) => name === formula);
    const minute = now() - (now() % 60);
    const period = { customer, start_time: minute - 3_600, end_time: minute + 60 };
    const { data } = await stripe.billing.meters.listEventSummaries(meter?.id ?? '', period);
    expect(data.map(({ aggregated_value: value }) => value)).toEqual([expected]);
  });

  it('subtract a negative correction, but never invoice less than 0', async () => {
    const meter = (await stripe.billing.meters.list()).data.find(({ event_name: name }) => name === 'sum');
    const product = await stripe.products.create({ name: 'Events' });
    const price = await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 3,
      recurring: { interval: 'month', usage_type: 'metered', meter: meter?.id ?? '' },
    });
    expect((await stripe.prices.list({ recurring: { usage_type: 'metered' } })).data.map(({ id }) => id)).toEqual([
      price.id,
    ]);
    const { id } = await stripe.customers.create({ name: 'Contoso' });
    const subscription = await stripe.subscriptions.create({ customer: id, items: [{ price: price.id }] });
    const use = (value: string) =>
      stripe.billing.meterEvents.create({ event_name: 'sum', payload: { stripe_customer_id: id, value } });
    const due = async () => (await stripe.invoices.createPreview({ subscription: subscription.id })).amount_due;
    await use('5');
    await use('-2');
    expect(await due()).toBe(9);
    await use('-9');
    expect(await due()).toBe(0);
  });

  it.each([
    [
      'an identifier that was already used',
      async () => (await used('1', { identifier: 'a' }), used('1', { identifier: 'a' })),
    ],
    ['an unknown meter', () => used('1', { event_name: 'none' })],
    ['an unknown customer', () => used('1', { payload: { stripe_customer_id: 'cus_none', value: '1' } })],
    ['a value that is not a number', () => used('many')],
    ['a value that is a fraction', () => used('0.5')],
    ['a time of last year', () => used('1', { timestamp: now() - 400 * 24 * 60 * 60 })],
    ['a time in the future', () => used('1', { timestamp: now() + 3_600 })],
  ])('reject %s', async (_, call) => {
    await expect(call()).rejects.toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
  });
});
