import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OrganizationBilling } from '@portico/contracts/http/organization-billing';
import { eventually, STARTING } from '@portico/testkit';
import { type Billing, startBilling } from './billing.ts';
import { checkout, pay, sessionIdOf } from './paying.ts';

describe('paying for an organization', () => {
  let billing: Billing;
  beforeAll(async () => {
    billing = await startBilling();
  }, STARTING);
  afterAll(() => billing.stop());

  // spec: D.108
  it.each(['viewer', 'operator'] as const)("is forbidden after the manager's role changes to %s", async (role) => {
    const shop = await billing.shop();
    const { organizationId, userId, membershipId, call } = shop;
    const url = await checkout(shop, 'prod_bank_account');
    await pay(url);
    const path = `/organization-billing/${organizationId}`;
    const { customerId } = (await call('GET', path)).body as OrganizationBilling;
    const statuses = async (): Promise<number[]> => [
      (await call('POST', '/stripe/checkout', { organizationId, productIds: ['prod_bank_account'] })).status,
      (await call('POST', '/stripe/customer-portal', { customerId })).status,
      (await call('GET', path)).status,
    ];
    expect(await statuses()).toEqual([200, 200, 200]);
    await billing.tell({ id: membershipId, organizationId, userId, version: 2, role });
    await eventually(async () => (await call('GET', path)).status !== 200);
    expect(await statuses()).toEqual([403, 403, 403]);
    expect(await call('GET', path)).toMatchObject({ body: { code: 'forbidden' } });
    // The browser returns from a payment that the member started as a manager.
    const back = await call('POST', '/stripe/checkout/return', { sessionId: sessionIdOf(url) });
    expect(back).toMatchObject({ status: 200, body: { status: 'paid' } });
    await billing.tell({ id: membershipId, organizationId, userId, version: 3, role: 'manager' });
    await eventually(async () => (await call('GET', path)).status === 200);
    expect(await statuses()).toEqual([200, 200, 200]);
  });
});
