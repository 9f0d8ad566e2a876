import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PurchaseItemStatus } from '@portico/contracts/events/billing';
import { entitlementChanged, type EntitlementState } from '@portico/contracts/events/orgs';
import type { OrganizationDetail } from '@portico/contracts/http/orgs';
import { type Call, engines, eventually, readTopic, STARTING, waitersFor } from '@portico/testkit';
import { newId, newOrganization, type Orgs, startOrgs } from './orgs.ts';
import { item, publishPurchases, purchase } from './purchases.ts';

const portal = { name: 'Portal', type: 'base' };
const accounts = (granted: number) =>
  item('bank-accounts', granted, {
    product: portal,
    entitlements: [
      { lookupKey: 'bank-accounts', name: 'Bank accounts', description: 'Connected', included: 1, granted },
    ],
  });

describe('products and entitlements', () => {
  let orgs: Orgs;
  let admin: Call;
  const detail = async (id: number, call = admin): Promise<OrganizationDetail> =>
    (await call('GET', `/organizations/${id}`)).body as OrganizationDetail;
  /** Waits until the organization's entitlements match. */
  const allowed = async (
    id: number,
    expected: [lookupKey: string, count: number, active: boolean][],
  ): Promise<void> => {
    await eventually(async () => {
      const { organizationEntitlements } = await detail(id);
      const now = organizationEntitlements.map((row) => [row.entitlement.lookupKey, row.allowedCount, row.active]);
      expect(now).toEqual(expected);
      return true;
    });
  };

  beforeAll(async () => {
    orgs = await startOrgs(engines());
    admin = await orgs.as('ADMIN');
  }, STARTING);
  afterAll(() => orgs.stop());

  // spec: 3.6, 3.8, D.35
  it('are shown as bought, with the Stripe customer id, to administrators and members of the organization', async () => {
    const member = await orgs.as('CLIENT', newId());
    const organizationId = await newOrganization(member);
    await publishPurchases(
      purchase(organizationId, { customerId: 'cus_own', items: [accounts(1), item('voucher', 100)] }),
    );
    await allowed(organizationId, [
      ['bank-accounts', 2, true],
      ['voucher', 100, true],
    ]);
    expect(await detail(organizationId, member)).toMatchObject({
      customerId: 'cus_own',
      organizationProducts: [
        { id: expect.any(Number), product: portal, instanceUrl: null, active: true },
        { product: { name: 'Product of voucher' } },
      ],
      organizationEntitlements: [
        {
          entitlement: { name: 'Bank accounts', description: 'Connected', lookupKey: 'bank-accounts' },
          usedCount: 0,
        },
        { entitlement: { name: 'voucher', description: null, lookupKey: 'voucher' } },
      ],
    });
  });

  it('add up over purchases, count included units once, and ignore a repeated purchase', async () => {
    const organizationId = await newOrganization(admin);
    const first = purchase(organizationId, { items: [accounts(1)] });
    await publishPurchases(
      first,
      first,
      purchase(organizationId, { items: [accounts(2), item('voucher', 50)] }),
      first,
    );
    await allowed(organizationId, [
      ['bank-accounts', 4, true],
      ['voucher', 50, true],
    ]);
  });

  // spec: 4.29
  it('become inactive and active with their purchase, in any order of states', async () => {
    const organizationId = await newOrganization(admin);
    const bought = purchase(organizationId, { items: [accounts(3)], version: 5 });
    const canceled = { ...bought, version: 6, items: [{ ...accounts(3), status: 'canceled' as const }] };
    await publishPurchases(canceled, bought);
    const other = purchase(organizationId, { items: [item('voucher', 50)] });
    await publishPurchases(other);
    await allowed(organizationId, [['voucher', 50, true]]);
    await publishPurchases({ ...bought, version: 7 });
    await allowed(organizationId, [
      ['voucher', 50, true],
      ['bank-accounts', 4, true],
    ]);
    await publishPurchases({ ...canceled, version: 8 });
    await allowed(organizationId, [
      ['voucher', 50, true],
      ['bank-accounts', 4, false],
    ]);
    expect((await detail(organizationId)).organizationProducts).toMatchObject([
      { product: { name: 'Product of voucher' }, active: true },
      { product: portal, active: false },
    ]);
  });

  it("keep an administrator's count as an offset through later purchases and cancellations", async () => {
    const organizationId = await newOrganization(admin);
    const bought = purchase(organizationId, { items: [accounts(1)] });
    await publishPurchases(bought);
    await allowed(organizationId, [['bank-accounts', 2, true]]);
    const [row] = (await detail(organizationId)).organizationEntitlements;
    await admin('PUT', `/organization-entitlements/${row?.id}`, { allowedCount: 7 });
    const more = purchase(organizationId, { items: [accounts(2)] });
    await publishPurchases(more);
    await allowed(organizationId, [['bank-accounts', 9, true]]);
    await publishPurchases({ ...more, version: 2, items: [{ ...accounts(2), status: 'refunded' }] });
    await allowed(organizationId, [['bank-accounts', 7, true]]);
  });

  it("keep an administrator's count that is saved concurrently with a purchase", async () => {
    const organizationId = await newOrganization(admin);
    await publishPurchases(purchase(organizationId, { items: [accounts(1)] }));
    await allowed(organizationId, [['bank-accounts', 2, true]]);
    const [row] = (await detail(organizationId)).organizationEntitlements;
    const { edit } = await orgs.app
      .get(MikroORM)
      .em.fork()
      .transactional(async (held) => {
        await held.execute('select id from organization_entitlements where id = ? for update', [row?.id]);
        const edit = admin('PUT', `/organization-entitlements/${row?.id}`, { allowedCount: 7 });
        await eventually(async () => (await waitersFor(held)) >= 1);
        await publishPurchases(purchase(organizationId, { items: [accounts(2)] }));
        await eventually(async () => (await waitersFor(held)) >= 2);
        return { edit };
      });
    expect((await edit).body).toMatchObject({ allowedCount: 7 });
    await allowed(organizationId, [['bank-accounts', 9, true]]);
  });

  it('lose the adjustment after a cancellation, and cannot be edited until they are bought again', async () => {
    const organizationId = await newOrganization(admin);
    const bought = purchase(organizationId, { items: [accounts(3)] });
    await publishPurchases(bought);
    await allowed(organizationId, [['bank-accounts', 4, true]]);
    const [row] = (await detail(organizationId)).organizationEntitlements;
    const edit = (allowedCount: number) => admin('PUT', `/organization-entitlements/${row?.id}`, { allowedCount });
    expect((await edit(0)).status).toBe(200);
    await publishPurchases({ ...bought, version: 2, items: [{ ...accounts(3), status: 'canceled' }] });
    await allowed(organizationId, [['bank-accounts', 0, false]]);
    expect(await edit(9)).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'Inactive entitlements cannot be edited' },
    });
    await publishPurchases(purchase(organizationId, { items: [accounts(1)] }));
    await allowed(organizationId, [['bank-accounts', 2, true]]);
  });

  it("keep an administrator's count while a renewal is past due, and drop it after a cancellation", async () => {
    const organizationId = await newOrganization(admin);
    const bought = purchase(organizationId, { items: [accounts(1)] });
    const become = async (version: number, status: PurchaseItemStatus): Promise<void> =>
      publishPurchases({ ...bought, version, items: [{ ...accounts(1), status }] });
    await become(1, 'active');
    await allowed(organizationId, [['bank-accounts', 2, true]]);
    const [row] = (await detail(organizationId)).organizationEntitlements;
    await admin('PUT', `/organization-entitlements/${row?.id}`, { allowedCount: 7 });
    await become(2, 'past_due');
    await allowed(organizationId, [['bank-accounts', 7, false]]);
    await become(3, 'active');
    await allowed(organizationId, [['bank-accounts', 7, true]]);
    await become(4, 'past_due');
    await become(5, 'canceled');
    await become(6, 'active');
    await allowed(organizationId, [['bank-accounts', 2, true]]);
  });

  it('are not created for a deleted organization, whose purchase does not block the next purchase', async () => {
    const organizationId = await newOrganization(admin);
    await admin('DELETE', `/organizations/${organizationId}`);
    const next = await newOrganization(admin);
    const items = [item('voucher', 50)];
    await publishPurchases(purchase(organizationId, { items }), purchase(next, { items }));
    await allowed(next, [['voucher', 50, true]]);
    expect((await admin('GET', `/organizations/${organizationId}`)).status).toBe(404);
  });

  // spec: 5.26, 7.13, D.11, D.36
  it('can be edited by administrators only, and never if they are vouchers', async () => {
    const member = await orgs.as('CLIENT', newId());
    const organizationId = await newOrganization(member);
    await publishPurchases(purchase(organizationId, { items: [accounts(0), item('voucher', 100)] }));
    await allowed(organizationId, [
      ['bank-accounts', 1, true],
      ['voucher', 100, true],
    ]);
    const [editable, voucher] = (await detail(organizationId)).organizationEntitlements.map(
      ({ id }) => `/organization-entitlements/${id}`,
    );
    const edited = await admin('PUT', editable ?? '', { allowedCount: 5 });
    expect(edited).toMatchObject({ status: 200, body: { allowedCount: 5, usedCount: 0, active: true } });
    expect((await detail(organizationId)).organizationEntitlements[0]?.allowedCount).toBe(5);
    expect(await admin('PUT', voucher ?? '', { allowedCount: 5 })).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'Voucher entitlements cannot be edited' },
    });
    expect((await member('PUT', editable ?? '', { allowedCount: 9 })).status).toBe(403);
    for (const allowedCount of [-1, 1.5, '5', undefined])
      expect((await admin('PUT', editable ?? '', { allowedCount })).status).toBe(400);
    expect((await admin('PUT', '/organization-entitlements/2147000000', { allowedCount: 1 })).status).toBe(404);
  });

  it('are published with each change and end with the organization', async () => {
    const organizationId = await newOrganization(admin);
    await publishPurchases(purchase(organizationId, { items: [accounts(0)] }));
    await allowed(organizationId, [['bank-accounts', 1, true]]);
    const [entitlement] = (await detail(organizationId)).organizationEntitlements;
    for (const allowedCount of [3, 3, 4])
      await admin('PUT', `/organization-entitlements/${entitlement?.id}`, { allowedCount });
    expect((await admin('DELETE', `/organizations/${organizationId}`)).status).toBe(204);
    const topic = await readTopic(entitlementChanged.topic);
    const states = await eventually(() => {
      const own = topic.received
        .map(({ value }): EntitlementState => JSON.parse(value ?? '').data)
        .filter((state) => state.organizationId === organizationId);
      return own.at(-1)?.deletedAt ? own : undefined;
    });
    await topic.stop();
    expect(states.map(({ version, allowedCount }) => [version, allowedCount])).toEqual([
      [1, 1],
      [2, 3],
      [3, 4],
      [4, 4],
    ]);
    expect((await admin('PUT', `/organization-entitlements/${entitlement?.id}`, { allowedCount: 1 })).status).toBe(404);
  });
});
