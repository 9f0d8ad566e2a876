import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { BillingOverview, CheckoutOutcome } from '@portico/contracts/http/billing';
import { eventually, STARTING } from '@portico/testkit';
import { type Billing, CONSOLE_URL, newId, type Shop, startBilling } from './billing.ts';
import { checkout, pay, payDeclined, portal, sessionIdOf } from './paying.ts';

describe('the checkout', () => {
  let billing: Billing;
  let shop: Shop;
  const comeBack = async ({ call }: Shop, url: string): Promise<CheckoutOutcome> =>
    (await call('POST', '/stripe/checkout/return', { sessionId: sessionIdOf(url) })).body as CheckoutOutcome;
  const bought = async ({ organizationId }: Shop) => {
    const { body } = await billing.admin('GET', `/admin/billing?search=Organization%20${organizationId}`);
    return (body as BillingOverview).data;
  };

  beforeAll(async () => {
    billing = await startBilling();
    shop = await billing.shop();
  }, STARTING);
  afterEach(() => billing.post.deliverTo(billing.url));
  afterAll(() => billing.stop());

  it('has a schema that matches its entities', async () => {
    expect(await billing.app.get(MikroORM).schema.getUpdateSchemaSQL()).toBe('');
  });

  // spec: 7.24, 7.26, D.35
  it('leads a buyer from the products via the payment page to a published purchase', async () => {
    const url = await checkout(shop, 'prod_bank_account', 'prod_voucher_50');
    expect((await comeBack(shop, url)).status).toBe('open');
    const paid = await pay(url);
    expect(paid.status).toBe(303);
    expect(paid.headers.get('location')).toBe(`${CONSOLE_URL}/checkout/success?session_id=${sessionIdOf(url)}`);
    const [state] = await eventually(() => {
      const states = billing.states(shop.organizationId);
      return states.length > 0 && states;
    });
    expect(state).toMatchObject({
      organizationId: shop.organizationId,
      checkoutSessionId: sessionIdOf(url),
      customerId: expect.stringMatching(/^cus_/),
    });
    expect(state?.items).toMatchObject([
      {
        productId: 'prod_voucher_50',
        status: 'active',
        product: { name: 'Vouchers', type: 'voucher' },
        entitlements: [{ lookupKey: 'voucher', name: 'Vouchers', granted: 50, included: 0 }],
      },
      {
        productId: 'prod_bank_account',
        status: 'active',
        product: { name: 'Financial management' },
        entitlements: [
          { lookupKey: 'bank_account', name: 'Bank accounts', granted: 1, included: 1 },
          { lookupKey: 'admin_user', granted: 0, included: 2 },
          { lookupKey: 'credit_card_account', granted: 0, included: 1 },
        ],
      },
    ]);
    expect(await bought(shop)).toMatchObject([
      { organizationName: `Organization ${shop.organizationId}`, amountTotal: 10_000, currency: 'usd' },
    ]);
  });

  it('records the payment once, when the buyer returns, before any webhook arrives', async () => {
    const own = await billing.shop();
    billing.post.deliverTo(null);
    const url = await checkout(own, 'prod_voucher_100');
    await pay(url);
    expect(await comeBack(own, url)).toEqual({ status: 'paid', organizationId: own.organizationId });
    expect(await comeBack(own, url)).toEqual({ status: 'paid', organizationId: own.organizationId });
    expect(await bought(own)).toHaveLength(1);
  });

  it('stays open after a declined card and can still be paid', async () => {
    const own = await billing.shop();
    const url = await checkout(own, 'prod_admin_user');
    const declined = await payDeclined(url);
    expect(declined.status).toBe(402);
    expect(await declined.text()).toContain('Your card was declined.');
    expect((await comeBack(own, url)).status).toBe('open');
    expect((await pay(url)).status).toBe(303);
    expect((await comeBack(own, url)).status).toBe('paid');
    expect(await bought(own)).toMatchObject([{ items: [{ name: 'Admin user', quantity: 1, status: 'active' }] }]);
  });

  // spec: D.108
  it('serves managers and administrators, and answers 404 to non-members', async () => {
    const { organizationId, userId, membershipId, call: formerly } = await billing.shop();
    const body = { productIds: ['prod_bank_account'], organizationId };
    const sessionId = sessionIdOf(
      await checkout({ organizationId, userId, membershipId, call: formerly }, 'prod_admin_user'),
    );
    const stranger = await billing.as(billing.url, 'CLIENT', newId());
    const refused = {
      status: 404,
      body: { code: 'organization_not_found', message: 'Please create or connect an organization first' },
    };
    expect(await stranger('POST', '/stripe/checkout', body)).toMatchObject(refused);
    expect((await stranger('POST', '/stripe/checkout/return', { sessionId })).status).toBe(404);
    await billing.tell({ id: membershipId, organizationId, userId, version: 2, approved: false });
    const withdrawn = await eventually(async () => {
      const answer = await formerly('POST', '/stripe/checkout', body);
      return answer.status !== 200 && answer;
    });
    expect(withdrawn).toMatchObject(refused);
    expect((await formerly('POST', '/stripe/checkout/return', { sessionId })).status).toBe(404);
    expect((await billing.admin('POST', '/stripe/checkout', body)).status).toBe(200);
    const nowhere = await billing.admin('POST', '/stripe/checkout', { ...body, organizationId: 2_147_000_000 });
    expect(nowhere).toMatchObject({ status: 404, body: { code: 'organization_not_found' } });
  });

  it('rejects products that are not for sale, with a pointer to the item', async () => {
    const productIds = ['prod_bank_account', 'prod_none'];
    expect(
      await shop.call('POST', '/stripe/checkout', { productIds, organizationId: shop.organizationId }),
    ).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', faults: [{ pointer: '/productIds/1' }] },
    });
    const twice = { productIds: ['prod_bank_account', 'prod_bank_account'], organizationId: shop.organizationId };
    expect((await shop.call('POST', '/stripe/checkout', twice)).status).toBe(400);
    expect((await shop.call('POST', '/stripe/checkout', { ...twice, productIds: [] })).status).toBe(400);
    const unknown = await shop.call('POST', '/stripe/checkout/return', { sessionId: 'cs_test_none' });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('creates one Stripe customer for concurrent checkouts', async () => {
    const own = await billing.shop();
    const before = billing.wire.sent.length;
    const urls = await Promise.all(Array.from({ length: 50 }, () => checkout(own, 'prod_voucher_50')));
    expect(new Set(urls).size).toBe(50);
    const calls = billing.wire.sent.slice(before).map(({ method, path }) => `${method} ${path}`);
    expect(calls.filter((call) => call === 'POST /v1/customers')).toHaveLength(1);
    const customers = billing.wire.sent
      .slice(before)
      .filter(({ path, method }) => method === 'POST' && path === '/v1/checkout/sessions')
      .map(({ body }) => new URLSearchParams(body).get('customer'));
    expect(customers).toHaveLength(50);
    expect(new Set(customers).size).toBe(1);
    await Promise.all(urls.slice(0, 5).map((url) => pay(url)));
    await eventually(async () => (await bought(own)).length === 5);
  });

  it('creates one new customer for concurrent checkouts after Stripe deleted the old one', async () => {
    const own = await billing.shop();
    await checkout(own, 'prod_voucher_50');
    const em = billing.app.get(MikroORM).em.fork();
    await em.execute(`update customers set customer_id = 'cus_gone' where organization_id = ?`, [own.organizationId]);
    const before = billing.wire.sent.length;
    const [url = ''] = await Promise.all(Array.from({ length: 5 }, () => checkout(own, 'prod_voucher_50')));
    const calls = billing.wire.sent.slice(before).map(({ method, path }) => `${method} ${path}`);
    expect(calls.filter((call) => call === 'POST /v1/customers')).toHaveLength(1);
    await pay(url);
    expect((await comeBack(own, url)).status).toBe('paid');
    const [purchase] = await bought(own);
    expect(await (await fetch(await portal(own, purchase?.customerId ?? ''))).text()).toContain('$50.00');
  });

  it('cancels only the recurring purchases of a customer whom Stripe deleted', async () => {
    const own = await billing.shop();
    const url = await checkout(own, 'prod_bank_account', 'prod_voucher_50');
    // A late webhook of the payment would restore the customer that this test deletes.
    billing.post.deliverTo(null);
    await pay(url);
    expect((await comeBack(own, url)).status).toBe('paid');
    const em = billing.app.get(MikroORM).em.fork();
    for (const table of ['customers', 'purchases'])
      await em.execute(`update ${table} set customer_id = ? where organization_id = ?`, [
        `cus_gone${own.organizationId}`,
        own.organizationId,
      ]);
    const again = await checkout(own, 'prod_bank_account');
    const statuses = async () => (await bought(own)).map(({ items }) => items.map(({ status }) => status));
    expect(await statuses()).toEqual([['active', 'canceled']]);
    const last = await eventually(() => {
      const states = billing.states(own.organizationId);
      return states.length > 1 && states.at(-1);
    });
    expect(last?.items.map(({ productId, status }) => [productId, status])).toEqual([
      ['prod_voucher_50', 'active'],
      ['prod_bank_account', 'canceled'],
    ]);
    await pay(again);
    expect((await comeBack(own, again)).status).toBe('paid');
    expect(await statuses()).toEqual([['active'], ['active', 'canceled']]);
  });

  it('answers 503 while Stripe is unavailable and works again afterwards', async () => {
    const own = await billing.shop();
    const body = { productIds: ['prod_bank_account'], organizationId: own.organizationId };
    const answer = await billing.wire.cut(() => own.call('POST', '/stripe/checkout', body));
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message: 'Payment is not available right now. Please try again.' },
    });
    expect((await own.call('POST', '/stripe/checkout', body)).status).toBe(200);
  });

  // spec: 7.27, D.108
  it("opens only the customer portal of the caller's own organization", async () => {
    const [customer] = await bought(shop);
    const page = await portal(shop, customer?.customerId ?? '');
    expect(await (await fetch(page)).text()).toContain('Cancel subscription');
    const other = await billing.shop();
    for (const [call, customerId] of [
      [other.call, customer?.customerId],
      [shop.call, 'cus_none'],
    ] as const) {
      expect(await call('POST', '/stripe/customer-portal', { customerId })).toMatchObject({
        status: 404,
        body: { code: 'stripe_customer_not_found', message: 'Your organization does not have a Stripe account' },
      });
    }
  });
});

describe('GET /billable-products', () => {
  let billing: Billing;
  beforeAll(async () => {
    billing = await startBilling();
  }, STARTING);
  afterAll(() => billing.stop());

  // spec: 3.9, 7.25
  it('answers 503 until the catalogue was read once, then serves the cached catalogue during an outage', async () => {
    const away = await billing.wire.cut(() => billing.admin('GET', '/billable-products'));
    expect(away).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    const { status, body } = await billing.admin('GET', '/billable-products');
    expect(status).toBe(200);
    expect(body).toHaveLength(10);
    expect(body).toContainEqual({
      id: 'prod_voucher_unit',
      name: 'Vouchers 401+',
      description: 'From 401 vouchers on, each at its own price.',
      unit: 'voucher',
      included: 0,
      minimum: 401,
      organizationProduct: { name: 'Vouchers', type: 'voucher' },
      defaultPrice: { id: 'price_voucher_unit', lookupKey: 'voucher_unit', unitAmount: 30, interval: null },
    });
    const cached = await billing.wire.cut(() => billing.admin('GET', '/billable-products'));
    expect(cached).toMatchObject({ status: 200, body });
  });
});
