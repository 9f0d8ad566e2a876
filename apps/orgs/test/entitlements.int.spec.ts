import { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { entitlementChanged, type EntitlementState } from '@portico/contracts/events/orgs';
import type { OrganizationDetail } from '@portico/contracts/http/orgs';
import { type Call, engines, eventually, readTopic } from '@portico/testing';
import { type Grant, GrantsService } from '../src/entitlements/grants.service.ts';
import { newId, newOrganization, type Orgs, startOrgs } from './orgs.ts';

const bankAccounts = { lookupKey: 'bank-accounts', name: 'Bank accounts', description: 'Connected', allowedCount: 1 };
const vouchers = { lookupKey: 'voucher-51-100', name: 'Vouchers', allowedCount: 100 };

describe('products and entitlements', () => {
  let orgs: Orgs;
  let admin: Call;
  const grant = (given: Grant): Promise<void> =>
    orgs.app
      .get(EntityManager)
      .fork()
      .transactional((em) => orgs.app.get(GrantsService).grant(em, given));
  const detail = async (id: number, call = admin): Promise<OrganizationDetail> =>
    (await call('GET', `/organizations/${id}`)).body as OrganizationDetail;

  beforeAll(async () => {
    orgs = await startOrgs(engines());
    admin = await orgs.as('ADMIN');
  });
  afterAll(() => orgs.stop());

  it('stand in the organization as they were granted, for its members too', async () => {
    const userId = newId();
    const member = await orgs.as('CLIENT', userId);
    const organizationId = await newOrganization(member);
    const product = { name: 'Barcode', type: 'barcode' };
    await grant({ organizationId, products: [product], entitlements: [bankAccounts, vouchers] });
    expect(await detail(organizationId, member)).toMatchObject({
      organizationProducts: [{ id: expect.any(Number), product, instanceUrl: null, active: true }],
      organizationEntitlements: [
        {
          entitlement: { name: 'Bank accounts', description: 'Connected', lookupKey: 'bank-accounts' },
          usedCount: 0,
          allowedCount: 1,
          active: true,
        },
        { entitlement: { name: 'Vouchers', description: null, lookupKey: 'voucher-51-100' }, allowedCount: 100 },
      ],
    });
  });

  it('add up when they are granted again, and keep the address of the instance', async () => {
    const organizationId = await newOrganization(admin);
    const product = { name: 'Portal', type: 'portal' };
    await grant({
      organizationId,
      products: [{ ...product, instanceUrl: 'https://a.test' }],
      entitlements: [vouchers],
    });
    await grant({ organizationId, products: [product], entitlements: [vouchers, bankAccounts] });
    const { organizationProducts, organizationEntitlements } = await detail(organizationId);
    expect(organizationProducts).toMatchObject([{ product, instanceUrl: 'https://a.test' }]);
    expect(organizationEntitlements.map(({ allowedCount }) => allowedCount)).toEqual([200, 1]);
  });

  it('are not granted to an organization that does not exist', async () => {
    const missing = grant({ organizationId: 2_147_000_000, products: [], entitlements: [vouchers] });
    await expect(missing).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are counted by administrators alone, and vouchers by nobody', async () => {
    const userId = newId();
    const member = await orgs.as('CLIENT', userId);
    const organizationId = await newOrganization(member);
    await grant({ organizationId, products: [], entitlements: [bankAccounts, vouchers] });
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

  it('are told to Kafka with each change, and end with the organization', async () => {
    const organizationId = await newOrganization(admin);
    await grant({ organizationId, products: [{ name: 'Portal', type: 'portal' }], entitlements: [bankAccounts] });
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
