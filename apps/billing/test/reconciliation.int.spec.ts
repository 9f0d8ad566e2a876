import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { BillingOverview } from '@portico/contracts/http/billing';
import { eventually } from '@portico/testkit';
import { type Billing, type Shop, startBilling } from './billing.ts';
import { checkout, pay } from './paying.ts';
import { command } from './reconcile-command.ts';

jest.setTimeout(120_000);

describe('reconciliation', () => {
  let billing: Billing;
  let shop: Shop;
  const purchases = async (): Promise<BillingOverview['data']> =>
    (
      (await billing.admin('GET', `/admin/billing?search=Organization%20${shop.organizationId}`))
        .body as BillingOverview
    ).data;

  beforeAll(async () => {
    billing = await startBilling();
    billing.post.deliverTo(null);
    // Suppresses the scheduled reconciliation for an hour, so that the tests find the differences.
    await billing.app.get(MikroORM).em.fork().execute('update reconciliation set started_at = now()');
    shop = await billing.shop();
  });
  afterAll(() => billing.stop());

  it('finds changes without a webhook, and publishes each change once', async () => {
    const reconcile = () => billing.admin('POST', '/admin/billing/reconcile', { organizationId: shop.organizationId });
    expect(await reconcile()).toMatchObject({ status: 404, body: { code: 'stripe_customer_not_found' } });
    await pay(await checkout(shop, 'prod_voucher_50'));
    expect(await purchases()).toEqual([]);
    expect(await reconcile()).toMatchObject({ status: 200, body: { changed: 1 } });
    expect(await purchases()).toHaveLength(1);
    expect(await reconcile()).toMatchObject({ status: 200, body: { changed: 0 } });
    expect((await shop.call('POST', '/admin/billing/reconcile', { organizationId: shop.organizationId })).status).toBe(
      403,
    );
  });

  it('runs as a command that rebuilds a lost database', async () => {
    await pay(await checkout(shop, 'prod_bank_account'));
    expect(await command(billing.environment)).toEqual({
      code: 0,
      said: '1 customers compared with Stripe: 1 purchases updated, 0 comparisons failed\n',
    });
    const before = await purchases();
    await eventually(() => billing.states(shop.organizationId).length === 2);
    const newest = Math.max(...billing.states(shop.organizationId).map(({ version }) => version));
    const em = billing.app.get(MikroORM).em.fork();
    await em.execute('truncate customers, purchases, webhook_events restart identity');
    // Versions are in seconds, so the database must be rebuilt in a later second.
    await eventually(() => Math.floor(Date.now() / 1_000) > newest);
    expect((await command(billing.environment)).said).toContain('2 purchases updated, 0 comparisons failed');
    const withoutId = (rows: BillingOverview['data']) =>
      rows.map((row) => ({ ...row, id: 0 })).toSorted((a, b) => a.checkoutSessionId.localeCompare(b.checkoutSessionId));
    expect(withoutId(await purchases())).toEqual(withoutId(before));
    const again = await eventually(() => {
      const states = billing.states(shop.organizationId).filter(({ version }) => version > newest);
      return states.length === 2 && states;
    });
    expect(new Set(again.map(({ checkoutSessionId }) => checkoutSessionId)).size).toBe(2);
  });

  it('answers 404 for a customer whom Stripe deleted', async () => {
    const own = await billing.shop();
    await checkout(own, 'prod_voucher_50');
    const { organizationId } = own;
    const em = billing.app.get(MikroORM).em.fork();
    await em.execute(`update customers set customer_id = 'cus_gone' where organization_id = ?`, [organizationId]);
    expect(await billing.admin('POST', '/admin/billing/reconcile', { organizationId })).toMatchObject({
      status: 404,
      body: { code: 'stripe_customer_not_found', message: 'Your organization does not have a Stripe account' },
    });
  });

  it('cancels recurring purchases of a customer that no longer belongs to an organization', async () => {
    const own = await billing.shop();
    await pay(await checkout(own, 'prod_bank_account'));
    expect((await command(billing.environment)).code).toBe(0);
    const em = billing.app.get(MikroORM).em.fork();
    const { organizationId } = own;
    await em.execute(`update customers set customer_id = null where organization_id = ?`, [organizationId]);
    const former = `cus_former${organizationId}`;
    await em.execute(`update purchases set customer_id = ?, checkout_session_id = ? where organization_id = ?`, [
      former,
      former,
      organizationId,
    ]);
    expect((await command(billing.environment)).code).toBe(0);
    const { body } = await billing.admin('GET', `/admin/billing?search=${former}`);
    expect((body as BillingOverview).data).toMatchObject([{ items: [{ status: 'canceled' }] }]);
  });

  it('exits with code 1 if Stripe is unreachable', async () => {
    const { code, said } = await billing.wire.cut(() => command(billing.environment));
    expect(code).toBe(1);
    expect(said).toMatch(/connection to Stripe/);
  });
});

describe('the hourly reconciliation job', () => {
  it('runs automatically', async () => {
    const billing = await startBilling({ RECONCILE_EVERY_SECONDS: '1' });
    try {
      billing.post.deliverTo(null);
      const shop = await billing.shop();
      await pay(await checkout(shop, 'prod_voucher_50'));
      await eventually(() => billing.states(shop.organizationId).length === 1);
    } finally {
      await billing.stop();
    }
  });
});
