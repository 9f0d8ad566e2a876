import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OrganizationBilling } from '@portico/contracts/http/organization-billing';
import { eventually, STARTING } from '@portico/testkit';
import type { Stripe } from 'stripe';
import { type Billing, type Shop, startBilling } from './billing.ts';
import { buttons, checkout, dashboard, pay, portal, press, subscribe } from './paying.ts';

describe('a subscription in Stripe', () => {
  let billing: Billing;
  let stripe: Stripe;
  const statesOf = ({ organizationId }: Shop) => billing.states(organizationId);

  beforeAll(async () => {
    billing = await startBilling();
    stripe = dashboard(billing);
  }, STARTING);
  afterAll(() => billing.stop());

  /** Creates a customer of this deployment, with a card. */
  const customerOf = async (shop: Shop): Promise<{ customer: string; card: string }> => {
    await pay(await checkout(shop, 'prod_voucher_50'));
    const [state] = await eventually(() => statesOf(shop).length > 0 && statesOf(shop));
    const customer = state?.customerId ?? '';
    return { customer, card: (await stripe.paymentMethods.attach('pm_card_visa', { customer })).id };
  };

  it("grants its product's entitlements, and revokes them when it ends", async () => {
    const shop = await billing.shop();
    const { customer, card } = await customerOf(shop);
    const { id } = await stripe.subscriptions.create({
      customer,
      default_payment_method: card,
      items: [{ price: 'price_bank_account', quantity: 3 }],
    });
    const made = await eventually(() => statesOf(shop).find(({ checkoutSessionId }) => checkoutSessionId === id));
    expect(made).toMatchObject({
      boughtBy: null,
      items: [{ productId: 'prod_bank_account', quantity: 3, status: 'active', recurring: true }],
    });
    await stripe.subscriptions.cancel(id);
    const ended = await eventually(() => statesOf(shop).find(({ version }) => version === made.version + 1));
    expect(ended).toMatchObject({ checkoutSessionId: id, items: [{ status: 'canceled' }] });
  });

  it("includes the items on the second page of Stripe's response", async () => {
    const shop = await billing.shop();
    const { customer } = await customerOf(shop);
    const { id, items } = await subscribe(stripe, customer, 14);
    expect([items.data.length, items.has_more]).toEqual([10, true]);
    const made = await eventually(() => statesOf(shop).find(({ checkoutSessionId }) => checkoutSessionId === id));
    expect(made.items).toHaveLength(14);
    const { body } = await shop.call('GET', `/organization-billing/${shop.organizationId}`);
    expect((body as OrganizationBilling).subscriptions[0]?.lines).toHaveLength(14);
  });

  it('charges the usage if its price is metered', async () => {
    const shop = await billing.shop();
    const { customer, card } = await customerOf(shop);
    const event = `events of ${shop.organizationId}`;
    const meter = await stripe.billing.meters.create({
      display_name: 'Events',
      event_name: event,
      default_aggregation: { formula: 'sum' },
    });
    const price = await stripe.prices.create({
      product: 'prod_bank_account',
      currency: 'usd',
      unit_amount: 3,
      recurring: { interval: 'month', usage_type: 'metered', meter: meter.id },
    });
    const { id } = await stripe.subscriptions.create({
      customer,
      default_payment_method: card,
      items: [{ price: price.id }],
    });
    await eventually(() => statesOf(shop).find(({ checkoutSessionId }) => checkoutSessionId === id));
    for (const value of ['40', '2'])
      await stripe.billing.meterEvents.create({ event_name: event, payload: { stripe_customer_id: customer, value } });
    const { body } = await shop.call('GET', `/organization-billing/${shop.organizationId}`);
    expect((body as OrganizationBilling).subscriptions).toMatchObject([
      { id, lines: [{ quantity: null, unitAmount: 3 }], nextCharge: { amount: 126 } },
    ]);
  });

  it('is recorded and billed even if the API key may not read meters', async () => {
    const restricted = await startBilling();
    try {
      restricted.wire.deny('/v1/billing/meters');
      const shop = await restricted.shop();
      await pay(await checkout(shop, 'prod_bank_account'));
      await eventually(() => restricted.states(shop.organizationId).length > 0);
      expect((await shop.call('GET', `/organization-billing/${shop.organizationId}`)).status).toBe(200);
    } finally {
      await restricted.stop();
    }
  });

  it('is recorded once if a checkout created it', async () => {
    const shop = await billing.shop();
    await pay(await checkout(shop, 'prod_bank_account'));
    await eventually(() => statesOf(shop).length > 0);
    const page = await portal(shop, statesOf(shop)[0]?.customerId ?? '');
    await press(page, 'end', (await buttons(page, 'end'))[0] ?? '');
    const { status } = await billing.admin('POST', '/admin/billing/reconcile', { organizationId: shop.organizationId });
    expect(status).toBe(200);
    expect(new Set(statesOf(shop).map(({ checkoutSessionId }) => checkoutSessionId)).size).toBe(1);
  });
});
