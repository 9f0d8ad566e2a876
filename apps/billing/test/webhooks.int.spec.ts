import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BillingOverview } from '@portico/contracts/http/billing';
import { signatureOf } from '@portico/stripe-stand-in';
import { eventually, STARTING } from '@portico/testkit';
import { type Billing, type Shop, startBilling } from './billing.ts';
import { buttons, checkout, pay, portal, press, sessionIdOf } from './paying.ts';
import { deliver, type Letter } from './post-office.ts';

const now = (): number => Math.floor(Date.now() / 1_000);

describe('webhooks', () => {
  let billing: Billing;
  const overview = async (search = ''): Promise<BillingOverview> =>
    (await billing.admin('GET', `/admin/billing?search=${encodeURIComponent(search)}`)).body as BillingOverview;
  const statuses = async ({ organizationId }: Shop): Promise<string[]> =>
    (await overview(`Organization ${organizationId}`)).data.flatMap(({ items }) => items.map(({ status }) => status));
  const settled = (): Promise<boolean> => eventually(async () => (await overview()).webhooks.waiting === 0);
  /** Calls `work` while webhooks are held back. Returns the signed webhooks that the work caused. */
  const keptBack = async (work: () => Promise<unknown>, type: string): Promise<Letter[]> => {
    const before = billing.post.letters.length;
    billing.post.deliverTo(null);
    await work();
    return eventually(() => {
      const letters = billing.post.letters.slice(before);
      return letters.some((letter) => letter.type === type) && letters;
    });
  };

  beforeAll(async () => {
    billing = await startBilling();
  }, STARTING);
  afterAll(() => billing.stop());

  // spec: D.51
  it('are processed once, however often Stripe delivers them', async () => {
    const shop = await billing.shop();
    const letters = await keptBack(
      async () => pay(await checkout(shop, 'prod_voucher_50')),
      'checkout.session.completed',
    );
    const completed = letters.find(({ type }) => type === 'checkout.session.completed');
    if (!completed) throw new Error('no checkout was completed');
    const answers = await Promise.all(Array.from({ length: 8 }, () => deliver(billing.url, completed)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 204));
    await eventually(async () => (await statuses(shop)).length === 1);
    await settled();
    // The state travels through the outbox and Kafka.
    await eventually(() => billing.states(shop.organizationId).length > 0);
    const reads = (): number => billing.wire.sent.filter(({ path }) => path === '/v1/checkout/sessions').length;
    const before = reads();
    expect((await deliver(billing.url, completed)).status).toBe(204);
    await settled();
    expect(reads()).toBe(before);
    expect(billing.states(shop.organizationId).map(({ version }) => version)).toHaveLength(1);
  });

  it('lead to the same state in any order', async () => {
    const shop = await billing.shop();
    const letters = await keptBack(async () => {
      await pay(await checkout(shop, 'prod_bank_account'));
      const page = await portal(shop, await customerOf(shop));
      const [subscription] = await buttons(page, 'cancel');
      await press(page, 'cancel', subscription ?? '');
    }, 'customer.subscription.deleted');
    for (const letter of letters.toReversed()) {
      expect((await deliver(billing.url, letter)).status).toBe(204);
      await settled();
    }
    expect(await statuses(shop)).toEqual(['canceled']);
    expect(
      billing
        .states(shop.organizationId)
        .at(-1)
        ?.items.map(({ status }) => status),
    ).toEqual(['canceled']);
  });

  // spec: D.106
  it('are not needed to grant paid items once the browser has returned from the payment', async () => {
    const shop = await billing.shop();
    const url = await checkout(shop, 'prod_voucher_50');
    const comeBack = async () =>
      (await shop.call('POST', '/stripe/checkout/return', { sessionId: sessionIdOf(url) })).body;
    expect(await comeBack()).toMatchObject({ status: 'open' });
    await settled();
    expect(await statuses(shop)).toEqual([]);
    await keptBack(() => pay(url), 'checkout.session.completed');
    expect(await statuses(shop)).toEqual([]);
    expect(await comeBack()).toMatchObject({ status: 'paid' });
    expect(await statuses(shop)).toEqual(['active']);
  });

  // spec: D.51
  it("are rejected without Stripe's signature or with an expired timestamp", async () => {
    const shop = await billing.shop();
    const letters = await keptBack(
      async () => pay(await checkout(shop, 'prod_voucher_50')),
      'checkout.session.completed',
    );
    const letter = letters.find(({ type }) => type === 'checkout.session.completed');
    if (!letter) throw new Error('no checkout was completed');
    const { body, signature } = letter;
    const secret = billing.stripe.webhookSecret;
    const refused: [what: string, letter: { body: string; signature: string }][] = [
      ['no signature', { body, signature: '' }],
      ['a signature of nothing', { body, signature: 't=1,v1=00' }],
      ["another secret's", { body, signature: signatureOf(body, 'whsec_another', now()) }],
      ['another body', { body: body.replace('evt_', 'evt_0'), signature }],
      ['the same JSON, written otherwise', { body: JSON.stringify(JSON.parse(body)), signature }],
      ['301 seconds ago', { body, signature: signatureOf(body, secret, now() - 301) }],
      ['an hour ahead', { body, signature: signatureOf(body, secret, now() + 3_600) }],
      ['310 seconds ahead', { body, signature: signatureOf(body, secret, now() + 310) }],
    ];
    for (const [what, each] of refused) expect([what, (await deliver(billing.url, each)).status]).toEqual([what, 400]);
    await settled();
    expect(await statuses(shop)).toEqual([]);
    const delayed = { body, signature: signatureOf(body, secret, now() - 240) };
    expect((await deliver(billing.url, delayed)).status).toBe(204);
    await eventually(async () => (await statuses(shop)).length === 1);
    const soon = { body, signature: signatureOf(body, secret, now() + 240) };
    expect((await deliver(billing.url, soon)).status).toBe(204);
  });

  it('are accepted and queued while Stripe is unavailable, and processed afterwards', async () => {
    const shop = await billing.shop();
    const letters = await keptBack(
      async () => pay(await checkout(shop, 'prod_voucher_50')),
      'checkout.session.completed',
    );
    await billing.wire.cut(async () => {
      for (const letter of letters) expect((await deliver(billing.url, letter)).status).toBe(204);
      const { webhooks } = await eventually(async () => {
        const seen = await overview();
        return seen.webhooks.failing > 0 && seen;
      });
      expect(webhooks.waiting).toBeGreaterThan(0);
      expect(new Date(webhooks.oldestReceivedAt ?? '').getTime()).toBeGreaterThan(Date.now() - 60_000);
      expect(await statuses(shop)).toEqual([]);
    });
    await eventually(async () => (await statuses(shop)).length === 1);
    await settled();
  });

  it('refresh the catalogue immediately', async () => {
    billing.post.deliverTo(billing.url);
    await billing.admin('GET', '/billable-products');
    const reads = (): number => billing.wire.sent.filter(({ path }) => path === '/v1/products').length;
    const before = reads();
    const body = JSON.stringify({
      id: `evt_${now()}`,
      object: 'event',
      type: 'product.updated',
      data: { object: { id: 'prod_bank_account', object: 'product' } },
    });
    const letter = { body, signature: signatureOf(body, billing.stripe.webhookSecret, now()) };
    expect((await deliver(billing.url, letter)).status).toBe(204);
    await eventually(() => reads() > before);
  });

  it('update a subscription after a failed renewal, a paid renewal, a refund and its end', async () => {
    billing.post.deliverTo(billing.url);
    const shop = await billing.shop();
    await pay(await checkout(shop, 'prod_bank_account', 'prod_voucher_100'));
    await eventually(async () => (await statuses(shop)).length === 2);
    const page = await portal(shop, await customerOf(shop));
    const [subscription = ''] = await buttons(page, 'cancel');
    const becomes = async (button: string, object: string, expected: string[]): Promise<void> => {
      await press(page, button, object);
      await eventually(async () => {
        expect(await statuses(shop)).toEqual(expected);
        return true;
      });
    };
    await becomes('fail', subscription, ['active', 'past_due']);
    await becomes('renew', subscription, ['active', 'active']);
    const [renewal = '', first = ''] = await buttons(page, 'refund');
    await becomes('refund', renewal, ['active', 'refunded']);
    await becomes('refund', first, ['refunded', 'refunded']);
    await becomes('cancel', subscription, ['refunded', 'canceled']);
    const versions = billing.states(shop.organizationId).map(({ version }) => version);
    expect(versions).toEqual(versions.map((_, index) => (versions[0] ?? 0) + index));
  });

  it('revoke a purchase after a lost dispute and keep a purchase after a won dispute', async () => {
    billing.post.deliverTo(billing.url);
    const shop = await billing.shop();
    await pay(await checkout(shop, 'prod_bank_account'));
    await pay(await checkout(shop, 'prod_voucher_100'));
    await eventually(async () => (await statuses(shop)).length === 2);
    const page = await portal(shop, await customerOf(shop));
    const [vouchers = '', account = ''] = await buttons(page, 'refund');
    const closed = async (): Promise<unknown> => {
      await eventually(() => billing.post.letters.filter(({ type }) => type === 'charge.dispute.closed').length >= 2);
      return settled();
    };
    for (const charge of [vouchers, account]) await press(page, 'dispute', charge);
    await eventually(() => billing.post.letters.filter(({ type }) => type === 'charge.dispute.created').length >= 2);
    await settled();
    expect(await statuses(shop)).toEqual(['active', 'active']);
    await press(page, 'won', account);
    await press(page, 'lost', vouchers);
    await closed();
    const items = (await overview(`Organization ${shop.organizationId}`)).data.flatMap((purchase) => purchase.items);
    expect(Object.fromEntries(items.map(({ productId, status }) => [productId, status]))).toEqual({
      prod_voucher_100: 'refunded',
      prod_bank_account: 'active',
    });
    const lastItems = () => billing.states(shop.organizationId).at(-1)?.items ?? [];
    await eventually(() => lastItems()[0]?.status === 'refunded');
    expect(lastItems()).toMatchObject([{ productId: 'prod_voucher_100', status: 'refunded' }]);
  });

  it('cancel the recurring purchases of a customer whom Stripe deleted', async () => {
    billing.post.deliverTo(billing.url);
    const shop = await billing.shop();
    await pay(await checkout(shop, 'prod_bank_account', 'prod_voucher_100'));
    await eventually(async () => (await statuses(shop)).length === 2);
    const headers = { authorization: `Bearer ${billing.stripe.secretKey}` };
    const customer = `${billing.stripe.url}/v1/customers/${await customerOf(shop)}`;
    expect((await fetch(customer, { method: 'DELETE', headers })).status).toBe(200);
    await eventually(async () => {
      expect(await statuses(shop)).toEqual(['active', 'canceled']);
      return true;
    });
  });

  /** The Stripe customer of an organization with a started checkout. */
  const customerOf = async ({ organizationId }: Shop): Promise<string> => {
    const made = billing.post.letters
      .filter(({ type }) => type === 'customer.created')
      .map(
        ({ body }) => JSON.parse(body) as { data: { object: { id: string; metadata: { organization_id: string } } } },
      )
      .find(({ data }) => data.object.metadata.organization_id === String(organizationId));
    return made?.data.object.id ?? '';
  };
});
