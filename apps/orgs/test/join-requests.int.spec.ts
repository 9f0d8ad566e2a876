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

  /** Of this organization; those of other suites are there, too, and older ones come first. */
  const requestsOf = async (organizationId: number): Promise<JoinRequest[]> => {
    const { count } = await read<Page<JoinRequest>>(admin, '/organizations/requests?limit=1');
    const offset = Math.max(0, count - 100);
    const { data } = await read<Page<JoinRequest>>(admin, `/organizations/requests?limit=100&offset=${offset}`);
    return data.filter(({ organization }) => organization.id === organizationId);
  };

  it('are listed for administrators, the oldest first, until they are approved', async () => {
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

  it('are for administrators, and listed in pages', async () => {
    expect((await (await orgs.as('CLIENT'))('GET', '/organizations/requests')).status).toBe(403);
    expect((await admin('GET', '/organizations/requests?limit=101')).status).toBe(400);
  });
});
