import { setTimeout as sleep } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { BillingOverview } from '@portico/contracts/http/billing';
import { eventually } from '@portico/testkit';
import fc from 'fast-check';
import { type Billing, newId, type Shop, startBilling } from './billing.ts';
import { buttons, checkout, pay, portal, press, sessionIdOf } from './paying.ts';
import { deliver } from './post-office.ts';

jest.setTimeout(120_000);

describe('synchronizing a customer with Stripe', () => {
  let billing: Billing;
  const overview = async (search = ''): Promise<BillingOverview> =>
    (await billing.admin('GET', `/admin/billing?search=${encodeURIComponent(search)}`)).body as BillingOverview;
  const bought = async ({ organizationId }: Shop) => (await overview(`Organization ${organizationId}`)).data;
  const reconcile = async ({ organizationId }: Shop): Promise<number> =>
    (await billing.admin('POST', '/admin/billing/reconcile', { organizationId })).status;
  const comeBack = async ({ call }: Shop, url: string): Promise<number> =>
    (await call('POST', '/stripe/checkout/return', { sessionId: sessionIdOf(url) })).status;
  /** Removes one product from the cached catalogue, as if the catalogue were older than the product. */
  const hide = (productId: string): void =>
    billing.wire.onAnswer((path, body) => {
      if (path !== '/v1/products') return body;
      const page = JSON.parse(body) as { data: { id: string }[] };
      return JSON.stringify({ ...page, data: page.data.filter(({ id }) => id !== productId) });
    });
  const rereadCatalogue = async (): Promise<void> => {
    const reads = (): number => billing.wire.sent.filter(({ path }) => path === '/v1/products').length;
    const before = reads();
    await billing.admin('POST', '/stripe/checkout', { organizationId: shopOfAll.organizationId, productIds: ['none'] });
    expect(reads()).toBeGreaterThan(before);
  };
  let shopOfAll: Shop;

  beforeAll(async () => {
    billing = await startBilling();
    billing.post.deliverTo(null);
    shopOfAll = await billing.shop();
  });
  afterAll(() => billing.stop());

  it('leaves database connections to other endpoints while Stripe is slow', async () => {
    const shops = await Promise.all(Array.from({ length: 20 }, () => billing.shop()));
    for (const shop of shops) await pay(await checkout(shop, 'prod_voucher_50'));
    const countRequests = (): number => billing.wire.sent.filter(({ path }) => path === '/v1/checkout/sessions').length;
    const before = countRequests();
    billing.wire.hold();
    const letter = billing.post.letters.find(({ type }) => type === 'checkout.session.completed');
    if (!letter) throw new Error('no checkout was completed');
    try {
      const reconciled = Promise.all(shops.map(reconcile));
      await eventually(() => countRequests() >= before + shops.length);
      expect((await deliver(billing.url, letter)).status).toBe(204);
      await eventually(async () => (await overview()).webhooks.waiting === 1);
      expect((await billing.admin('GET', '/billable-products')).status).toBe(200);
      expect((await fetch(new URL('/health/ready', billing.url))).status).toBe(200);
      const unknown = { organizationId: newId(), productIds: ['prod_voucher_50'] };
      expect((await shopOfAll.call('POST', '/stripe/checkout', unknown)).status).toBe(404);
      expect((await shopOfAll.call('POST', '/stripe/customer-portal', { customerId: 'cus_none' })).status).toBe(404);
      billing.wire.release();
      expect(await reconciled).toEqual(shops.map(() => 200));
    } finally {
      billing.wire.release();
    }
    for (const shop of shops) expect(await bought(shop)).toHaveLength(1);
    await eventually(async () => (await overview()).webhooks.waiting === 0);
  });

  it('never overwrites newer data with an older response that arrives late', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(150), { minLength: 8, maxLength: 8 }),
        fc.array(fc.constantFrom('refund', 'ask', 'wait'), { minLength: 12, maxLength: 16 }),
        async (lags, steps) => {
          const shop = await billing.shop();
          const urls = [];
          for (let index = 0; index < 3; index += 1) urls.push(await checkout(shop, 'prod_voucher_50'));
          for (const url of urls) await pay(url);
          expect(await comeBack(shop, urls[0] ?? '')).toBe(200);
          const [first] = await bought(shop);
          const page = await portal(shop, first?.customerId ?? '');
          const charges = await buttons(page, 'refund');
          let answers = 0;
          billing.wire.onAnswer(async (_, body) => {
            answers += 1;
            await sleep(lags[answers % lags.length] ?? 0);
            return body;
          });
          const requests = [];
          for (const step of steps) {
            if (step === 'refund') await press(page, 'refund', charges.pop() ?? '');
            if (step !== 'wait') requests.push(reconcile(shop));
            // The pauses let steps overlap with delayed and with immediate responses.
            await sleep(step === 'wait' ? 60 : 5);
          }
          for (const charge of charges) await press(page, 'refund', charge);
          requests.push(reconcile(shop));
          expect(await Promise.all(requests)).toEqual(requests.map(() => 200));
          billing.wire.onAnswer(null);
          // The last call started after the complete refund.
          expect((await bought(shop)).flatMap(({ items }) => items.map(({ status }) => status))).toEqual([
            'refunded',
            'refunded',
            'refunded',
          ]);
          const states = await eventually(() => {
            const seen = billing.states(shop.organizationId);
            return seen.filter(({ items }) => items[0]?.status === 'refunded').length >= 3 && seen;
          });
          for (const history of Map.groupBy(states, ({ id }) => id).values())
            expect(history.map(({ items }) => items[0]?.status)).toEqual(['active', 'refunded']);
        },
      ),
      { numRuns: 4, endOnFailure: true },
    );
  });

  it('reloads the catalogue for an unknown product', async () => {
    const shop = await billing.shop();
    await pay(await checkout(shop, 'prod_voucher_100'));
    hide('prod_voucher_100');
    await rereadCatalogue();
    billing.wire.onAnswer(null);
    expect(await reconcile(shop)).toBe(200);
    const [state] = await eventually(() => {
      const states = billing.states(shop.organizationId);
      return states.length > 0 && states;
    });
    expect(state?.items).toMatchObject([
      {
        name: 'Vouchers 51–100',
        product: { name: 'Vouchers' },
        entitlements: [{ lookupKey: 'voucher', granted: 100 }],
      },
    ]);
  });

  it('keeps increasing the version of a purchase after the year 2038', async () => {
    const shop = await billing.shop();
    await pay(await checkout(shop, 'prod_voucher_50'));
    expect(await reconcile(shop)).toBe(200);
    const version = 4_102_444_800;
    const { organizationId } = shop;
    const em = billing.app.get(MikroORM).em.fork();
    await em.execute('update purchases set version = ? where organization_id = ?', [version, organizationId]);
    const page = await portal(shop, (await bought(shop))[0]?.customerId ?? '');
    await press(page, 'refund', (await buttons(page, 'refund'))[0] ?? '');
    expect(await reconcile(shop)).toBe(200);
    const last = await eventually(() => {
      const states = billing.states(organizationId);
      return states.length > 1 && states.at(-1);
    });
    expect(last).toMatchObject({ version: version + 1, items: [{ status: 'refunded' }] });
  });

  it('replaces a provisional product once the catalogue contains the product, and keeps the granted entitlements', async () => {
    const shop = await billing.shop();
    await pay(await checkout(shop, 'prod_voucher_100'));
    hide('prod_voucher_100');
    await rereadCatalogue();
    const grants = async () => {
      expect(await reconcile(shop)).toBe(200);
      const states = await eventually(() => {
        const seen = billing.states(shop.organizationId);
        return seen.length > 0 && seen;
      });
      return states.flatMap(({ items }) =>
        items.map(({ entitlements: [first] }) => [first?.lookupKey, first?.granted]),
      );
    };
    expect(await grants()).toEqual([['prod_voucher_100', 1]]);
    billing.wire.onAnswer(null);
    expect(await reconcile(shop)).toBe(200);
    await eventually(() => billing.states(shop.organizationId).length === 2);
    expect((await grants()).at(-1)).toEqual(['voucher', 100]);
    hide('prod_voucher_100');
    await rereadCatalogue();
    const page = await portal(shop, (await bought(shop))[0]?.customerId ?? '');
    const [charge = ''] = await buttons(page, 'refund');
    await press(page, 'refund', charge);
    expect(await reconcile(shop)).toBe(200);
    await eventually(() => billing.states(shop.organizationId).length === 3);
    billing.wire.onAnswer(null);
    expect(billing.states(shop.organizationId).at(-1)?.items).toMatchObject([
      { status: 'refunded', entitlements: [{ lookupKey: 'voucher', granted: 100 }] },
    ]);
  });
});
