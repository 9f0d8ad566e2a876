import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { userChanged } from '@portico/contracts/events/identity';
import type { OwnMembership } from '@portico/contracts/http/memberships';
import type { OrganizationDetail } from '@portico/contracts/http/orgs';
import { type Call, engines, eventually, outsideKafka, STARTING, stateMessage } from '@portico/testkit';
import { newId, newOrganization, type Orgs, startOrgs, unique } from './orgs.ts';
import { item, publishPurchases, purchase } from './purchases.ts';

describe('an organization', () => {
  let orgs: Orgs;
  let admin: Call;
  beforeAll(async () => {
    orgs = await startOrgs(engines());
    admin = await orgs.as('ADMIN');
  }, STARTING);
  afterAll(() => orgs.stop());

  // spec: 3.4, 3.5, 3.6, 3.8, D.52
  it('has the fields of the specification, with members, products and entitlements', async () => {
    const fields = {
      name: unique('Northwind'),
      billingEmail: 'bills@northwind.test',
      addressLine1: '1 Alder Street',
      addressLine2: '2nd floor',
      city: 'Boston',
      state: 'MA',
      zipCode: 2_101,
      country: 'USA',
      referenceId: 'R-1',
    };
    const { id } = (await admin('POST', '/organizations', fields)).body as { id: number };
    const userId = newId();
    const user = { id: userId, name: 'Vera', email: `vera${userId}@portico.test`, usertype: 'VENDOR' as const };
    const producer = outsideKafka().producer();
    await producer.connect();
    const message = stateMessage(userChanged, { ...user, version: 1, accessVersion: 1, deletedAt: null });
    await producer.send({ topic: userChanged.topic, messages: [message] });
    await producer.disconnect();
    await admin('PUT', '/organizations/assign-many', { organizationId: id, users: [{ id: userId, approved: true }] });
    await publishPurchases(purchase(id, { customerId: 'cus_own', items: [item('voucher', 50)] }));
    const detail = await eventually(async () => {
      const { body } = await admin('GET', `/organizations/${id}`);
      const { customerId, userOrganizations, organizationEntitlements } = body as OrganizationDetail;
      return customerId !== null && userOrganizations[0]?.user && organizationEntitlements.length > 0
        ? (body as OrganizationDetail)
        : undefined;
    });
    expect(detail).toMatchObject({
      ...fields,
      id,
      customerId: 'cus_own',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(Number.isInteger(id)).toBe(true);
    expect(detail.userOrganizations).toEqual([{ userId, organizationId: id, approved: true, role: 'viewer', user }]);
    expect(detail.organizationProducts).toMatchObject([
      { product: { name: expect.any(String), type: expect.any(String) }, instanceUrl: null, active: true },
    ]);
    expect(detail.organizationEntitlements).toMatchObject([
      { id: expect.any(Number), entitlement: { lookupKey: 'voucher' }, usedCount: 0, allowedCount: 50, active: true },
    ]);
  });

  // spec: D.108
  it('shows billing to its managers, but not to its viewers, once it has a purchase', async () => {
    const viewerId = newId();
    const [member, viewer] = [await orgs.as('CLIENT', newId()), await orgs.as('CLIENT', viewerId)];
    const organizationId = await newOrganization(member);
    await viewer('PUT', '/organizations/assign', { organizationId, assign: true });
    await member('PUT', `/organizations/${organizationId}/members/${viewerId}`, { approved: true });
    const own = async (call: Call): Promise<OwnMembership[]> =>
      ((await call('GET', '/users/organizations')).body as { data: OwnMembership[] }).data;
    expect((await own(member)).map(({ hasBilling }) => hasBilling)).toEqual([undefined]);
    await publishPurchases(purchase(organizationId, { items: [item('voucher', 50)] }));
    await eventually(async () => (await own(member))[0]?.hasBilling === true);
    expect((await own(viewer)).map(({ approved, hasBilling }) => [approved, hasBilling])).toEqual([[true, undefined]]);
  });
});
