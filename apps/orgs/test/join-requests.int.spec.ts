import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { JoinRequest } from '@portico/contracts/http/orgs';
import { type Call, engines, read, STARTING } from '@portico/testkit';
import { newId, newOrganization, type Orgs, startOrgs } from './orgs.ts';

describe('requests to join an organization', () => {
  let orgs: Orgs;
  let admin: Call;

  beforeAll(async () => {
    orgs = await startOrgs(engines());
    admin = await orgs.as('ADMIN');
  }, STARTING);
  afterAll(() => orgs.stop());

  /** Requests to this organization. Reads the last page, because older requests of other suites come first. */
  const requestsOf = async (organizationId: number): Promise<JoinRequest[]> => {
    const { count } = await read<Page<JoinRequest>>(admin, '/organizations/requests?limit=1');
    const offset = Math.max(0, count - 100);
    const { data } = await read<Page<JoinRequest>>(admin, `/organizations/requests?limit=100&offset=${offset}`);
    return data.filter(({ organization }) => organization.id === organizationId);
  };

  it('are listed for administrators, oldest request first, until they are approved', async () => {
    const organizationId = await newOrganization(admin);
    const [first, second] = [newId(), newId()];
    for (const id of [first, second])
      await (
        await orgs.as('CLIENT', id)
      )('PUT', '/organizations/assign', { organizationId, assign: true });
    const requests = await requestsOf(organizationId);
    expect(requests).toHaveLength(2);
    const moments = requests.map(({ requestedAt }) => requestedAt);
    expect(moments).toEqual(moments.toSorted());
    await admin('PUT', '/organizations/assign-many', {
      organizationId,
      users: [
        { id: first, approved: true },
        { id: second, approved: false },
      ],
    });
    expect(await requestsOf(organizationId)).toEqual(requests.slice(1));
    await admin('DELETE', `/organizations/${organizationId}`);
    expect(await requestsOf(organizationId)).toEqual([]);
  });

  it("are listed for the organization's managers, and for no other member", async () => {
    const [organizationId, other] = [await newOrganization(admin), await newOrganization(admin)];
    const [manager, viewer, applicant] = [newId(), newId(), newId()];
    const users = [
      { id: manager, approved: true },
      { id: viewer, approved: true },
      { id: applicant, approved: false },
    ];
    await admin('PUT', '/organizations/assign-many', { organizationId, users });
    await admin('PUT', `/organizations/${organizationId}/members/${manager}`, { role: 'manager' });
    await admin('PUT', '/organizations/assign-many', {
      organizationId: other,
      users: [{ id: applicant, approved: false }],
    });
    const seenBy = async (id: number): Promise<number[]> => {
      const { data } = await read<Page<JoinRequest>>(await orgs.as('CLIENT', id), '/organizations/requests');
      return data.map(({ organization }) => organization.id);
    };
    expect(await seenBy(manager)).toEqual([organizationId]);
    for (const id of [viewer, applicant, newId()]) expect(await seenBy(id)).toEqual([]);
  });

  it('are listed in pages', async () => {
    expect((await admin('GET', '/organizations/requests?limit=101')).status).toBe(400);
  });
});
