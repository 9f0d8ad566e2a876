import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Answer, eventually } from '@portico/testkit';
import { ReconciliationService } from '../src/reconciliation/reconciliation.service.ts';
import { type Billing, newId, type Shop, startBilling } from './billing.ts';
import { checkout, pay, sessionIdOf } from './paying.ts';
import { command } from './reconcile-command.ts';

jest.setTimeout(120_000);

describe('two deployments on one Stripe account', () => {
  let first: Billing;
  let second: Billing;
  const reconcileAll = ({ app }: Billing) => app.get(ReconciliationService).reconcileWhenDue(0);
  const customerOf = async ({ app }: Billing, organizationId: number): Promise<string | null> => {
    const em = app.get(MikroORM).em.fork();
    const [row] = await em.execute<{ customer_id: string | null }[]>(
      'select customer_id from customers where organization_id = ?',
      [organizationId],
    );
    return row?.customer_id ?? null;
  };
  const comeBack = ({ call }: Shop, url: string): Promise<Answer> =>
    call('POST', '/stripe/checkout/return', { sessionId: sessionIdOf(url) });
  /** Creates an organization with the same ids in another deployment. */
  const sameIdsIn = async (billing: Billing, { organizationId, userId, membershipId }: Shop): Promise<Shop> => {
    await billing.tell({ id: membershipId, organizationId, userId, role: 'manager' });
    const call = await billing.as(billing.url, 'LEAD', userId);
    await eventually(async () => {
      const body = { organizationId, productIds: ['prod_none'] };
      return (await call('POST', '/stripe/checkout', body)).status === 400;
    });
    return { organizationId, userId, membershipId, call };
  };
  const customerAtStripe = async (metadata: Record<string, string>): Promise<string> => {
    const made = await fetch(`${first.stripe.url}/v1/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${first.stripe.secretKey}` },
      body: new URLSearchParams(
        Object.entries(metadata).map(([name, value]): [string, string] => [`metadata[${name}]`, value]),
      ),
    });
    return ((await made.json()) as { id: string }).id;
  };

  beforeAll(async () => {
    first = await startBilling();
    first.post.deliverTo(null);
    second = await startBilling({ STRIPE_API_URL: first.wire.url, STRIPE_SECRET_KEY: first.stripe.secretKey });
    // Suppresses the scheduled reconciliation for an hour.
    for (const { app } of [first, second])
      await app.get(MikroORM).em.fork().execute('update reconciliation set started_at = now()');
  }, 120_000);
  afterAll(async () => {
    await second?.stop();
    await first?.stop();
  });

  it('keep customers and checkouts separate although their organization ids are equal', async () => {
    const ours = await first.shop();
    const theirs = await sameIdsIn(second, ours);
    const url = await checkout(ours, 'prod_bank_account');
    await pay(url);
    expect(await comeBack(ours, url)).toMatchObject({ status: 200, body: { status: 'paid' } });
    expect(await comeBack(theirs, url)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await reconcileAll(second)).toMatchObject({ failed: 0 });
    expect(await customerOf(second, ours.organizationId)).toBeNull();
    const own = await checkout(theirs, 'prod_voucher_50');
    await pay(own);
    expect(await comeBack(theirs, own)).toMatchObject({ status: 200, body: { status: 'paid' } });
    expect(await customerOf(second, ours.organizationId)).not.toBe(await customerOf(first, ours.organizationId));
    await Promise.all([reconcileAll(first), reconcileAll(second)]);
    for (const [billing, product] of [
      [first, 'prod_bank_account'],
      [second, 'prod_voucher_50'],
    ] as const) {
      const states = await eventually(() => {
        const seen = billing.states(ours.organizationId);
        return seen.length > 0 && seen;
      });
      expect(states.map(({ items }) => items.map(({ productId }) => productId))).toEqual([[product]]);
    }
  });

  it('accept a customer without a deployment id only if their database contains the customer', async () => {
    const [known, unknown] = [newId(), newId()];
    const customerId = await customerAtStripe({ organization_id: String(known) });
    await customerAtStripe({ organization_id: String(unknown) });
    const em = first.app.get(MikroORM).em.fork();
    await em.execute(
      `insert into customers (organization_id, customer_id, name, idempotency_key) values (?, ?, 'Before', gen_random_uuid())`,
      [known, customerId],
    );
    await reconcileAll(first);
    await reconcileAll(second);
    expect(await customerOf(first, known)).toBe(customerId);
    expect([await customerOf(first, unknown), await customerOf(second, unknown)]).toEqual([null, null]);
    await em.execute('delete from customers where organization_id = ?', [known]);
    await reconcileAll(second);
    await reconcileAll(first);
    expect([await customerOf(first, known), await customerOf(second, known)]).toEqual([customerId, null]);
  });

  it('refuse to start with the database of another deployment', async () => {
    const { code, said } = await command({ ...first.environment, DEPLOYMENT_ID: 'another' });
    expect([code, said]).toEqual([1, expect.stringContaining('this database belongs to the deployment')]);
  });
});
