import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { BillingOverview } from '@portico/contracts/http/billing';
import { eventually, STARTING, startServiceProcess } from '@portico/testkit';
import { newShop, startSurroundings, type Surroundings } from './billing.ts';
import { checkout, pay } from './paying.ts';

jest.setTimeout(120_000);

describe('a crash between receiving and processing a webhook', () => {
  let around: Surroundings;
  beforeAll(async () => {
    around = await startSurroundings();
  }, STARTING);
  afterAll(() => around.stop());

  it('neither loses nor repeats a webhook', async () => {
    const doomed = await startServiceProcess('billing', { ...around.environment, LOG_LEVEL: 'info' });
    const shop = await newShop(around, doomed.url);
    const admin = await around.as(doomed.url, 'ADMIN');
    const waiting = async (call = admin): Promise<number> =>
      ((await call('GET', '/admin/billing')).body as BillingOverview).webhooks.waiting;
    const url = await checkout(shop, 'prod_bank_account');
    // Holds Stripe's responses, so webhooks are acknowledged and their processing starts but does not finish.
    around.wire.hold();
    around.post.deliverTo(doomed.url);
    const reads = around.wire.sent.length;
    await pay(url);
    await eventually(async () => (await waiting()) >= 4 && around.wire.sent.length > reads);
    around.post.deliverTo(null);
    await doomed.kill();
    around.wire.release();
    expect(around.states(shop.organizationId)).toEqual([]);

    const next = await startServiceProcess('billing', { ...around.environment, LOG_LEVEL: 'info' });
    try {
      const nextAdmin = await around.as(next.url, 'ADMIN');
      await eventually(async () => (await waiting(nextAdmin)) === 0);
      const states = await eventually(() => {
        const states = around.states(shop.organizationId);
        return states.length > 0 && states;
      });
      expect(states.map(({ items }) => items.map(({ productId, status }) => [productId, status]))).toEqual([
        [['prod_bank_account', 'active']],
      ]);
    } finally {
      await next.stop();
    }
  });
});
