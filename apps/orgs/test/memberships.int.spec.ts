import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { membershipChanged, type MembershipState } from '@portico/contracts/events/orgs';
import type { AssignedUsers, OrganizationDetail } from '@portico/contracts/http/orgs';
import { type Call, engines, eventually, readTopic, STARTING } from '@portico/testkit';
import { newId, newOrganization, type Orgs, startOrgs, unique } from './orgs.ts';

const approvedIds = ({ userOrganizations }: AssignedUsers): [number, boolean][] =>
  userOrganizations.map(({ userId, approved }) => [userId, approved]);

describe('memberships', () => {
  let orgs: Orgs;
  let admin: Call;
  const detail = async (id: number, call = admin): Promise<OrganizationDetail> =>
    (await call('GET', `/organizations/${id}`)).body as OrganizationDetail;
  const assignMany = (organizationId: number, users: [number, boolean][], version?: number) =>
    admin('PUT', '/organizations/assign-many', {
      organizationId,
      users: users.map(([id, approved]) => ({ id, approved })),
      ...(version !== undefined && { version }),
    });

  beforeAll(async () => {
    orgs = await startOrgs(engines());
    admin = await orgs.as('ADMIN');
  }, STARTING);
  afterAll(() => orgs.stop());

  describe('joining an organization', () => {
    // spec: 4.16, 4.17, 7.11, D.12, D.33
    it('waits for approval, can be requested again, and is undone completely by leaving', async () => {
      const name = unique('Contoso');
      const organizationId = await newOrganization(admin, name);
      const userId = newId();
      const client = await orgs.as('CLIENT', userId);
      const pending = {
        data: [{ organization: { id: organizationId, name }, approved: false, role: 'viewer' }],
        count: 1,
      };
      for (const _ of [1, 2]) {
        const answer = await client('PUT', '/organizations/assign', { organizationId, assign: true });
        expect(answer).toMatchObject({ status: 200, body: pending });
      }
      expect((await client('GET', `/organizations/${organizationId}`)).status).toBe(404);
      expect((await detail(organizationId)).membersVersion).toBe(1);

      await assignMany(organizationId, [[userId, true]]);
      expect((await client('GET', '/users/organizations')).body).toMatchObject({ data: [{ approved: true }] });
      const asked = await client('PUT', '/organizations/assign', { organizationId, assign: true });
      expect(asked.body).toMatchObject({ data: [{ approved: true }] });

      for (const _ of [1, 2]) {
        const left = await client('PUT', '/organizations/assign', { organizationId, assign: false });
        expect(left).toMatchObject({ status: 200, body: { data: [], count: 0 } });
      }
      expect((await client('GET', `/organizations/${organizationId}`)).status).toBe(404);
    });

    it('creates one membership from ten concurrent requests', async () => {
      const organizationId = await newOrganization(admin);
      const userId = newId();
      const client = await orgs.as('LEAD', userId);
      const body = { organizationId, assign: true };
      const answers = await Promise.all(Array.from({ length: 10 }, () => client('PUT', '/organizations/assign', body)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(approvedIds(await detail(organizationId))).toEqual([[userId, false]]);
    });

    // spec: D.33
    it(
      'is approved immediately if no approval is required',
      async () => {
        const free = await startOrgs({ ...engines(), APPROVAL_FLOW: 'false' });
        const organizationId = await newOrganization(admin);
        const [pendingId, userId] = [newId(), newId()];
        const ask = { organizationId, assign: true };
        await (
          await orgs.as('CLIENT', pendingId)
        )('PUT', '/organizations/assign', ask);
        for (const id of [pendingId, userId]) {
          const { body } = await (await free.as('CLIENT', id))('PUT', '/organizations/assign', ask);
          expect(body).toMatchObject({ data: [{ approved: true }] });
        }
        await free.stop();
      },
      STARTING,
    );

    it('returns 404 for an unknown organization', async () => {
      const client = await orgs.as('CLIENT');
      const answer = await client('PUT', '/organizations/assign', { organizationId: 2_147_000_000, assign: true });
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect((await client('PUT', '/organizations/assign', { organizationId: 1 })).status).toBe(400);
    });
  });

  describe('the user list of an organization', () => {
    // spec: 7.12, D.34
    it('is replaced as a whole, idempotently', async () => {
      const organizationId = await newOrganization(admin);
      const [a, b, c] = [newId(), newId(), newId()];
      expect(
        (
          await assignMany(organizationId, [
            [a, true],
            [b, false],
          ])
        ).body,
      ).toMatchObject({ membersVersion: 1 });
      const replaced = await assignMany(
        organizationId,
        [
          [b, true],
          [c, false],
        ],
        1,
      );
      expect(replaced.status).toBe(200);
      expect(approvedIds(replaced.body as AssignedUsers)).toEqual([
        [b, true],
        [c, false],
      ]);
      const again = await assignMany(
        organizationId,
        [
          [c, false],
          [b, true],
        ],
        1,
      );
      expect(again).toMatchObject({ status: 200, body: { membersVersion: 2 } });
      const { body } = await admin('GET', '/organizations?limit=100');
      expect(body).toMatchObject({
        data: expect.arrayContaining([
          expect.objectContaining({ id: organizationId, memberCount: 2, pendingCount: 1 }),
        ]),
      });
      expect((await assignMany(organizationId, [], 2)).body).toEqual({ userOrganizations: [], membersVersion: 3 });
    });

    it('rejects a stale update, and lists the later changes in the response', async () => {
      const organizationId = await newOrganization(admin);
      const [unchanged, removed, added, pending, passing] = [newId(), newId(), newId(), newId(), newId()];
      await assignMany(organizationId, [
        [unchanged, false],
        [removed, true],
      ]);
      const { membersVersion } = await detail(organizationId);
      await assignMany(
        organizationId,
        [
          [unchanged, true],
          [added, true],
          [passing, true],
        ],
        membersVersion,
      );
      await assignMany(organizationId, [
        [unchanged, true],
        [added, true],
      ]);
      await (
        await orgs.as('LEAD', pending)
      )('PUT', '/organizations/assign', { organizationId, assign: true });
      const before = approvedIds(await detail(organizationId));

      const late = await assignMany(
        organizationId,
        [
          [removed, true],
          [unchanged, false],
        ],
        membersVersion,
      );
      expect(late).toMatchObject({ status: 409, body: { code: 'conflict' } });
      expect((late.body as { faults: unknown[] }).faults).toEqual([
        { pointer: '/users/0', message: `User ${removed} was removed meanwhile` },
        { pointer: '/users/1', message: `User ${unchanged} was approved meanwhile` },
        { pointer: '/users', message: `User ${added} was assigned meanwhile` },
        { pointer: '/users', message: `User ${pending} asked to join meanwhile` },
      ]);
      expect(approvedIds(await detail(organizationId))).toEqual(before);
    });

    it('accepts only one of several concurrent updates', async () => {
      const organizationId = await newOrganization(admin);
      const { membersVersion } = await detail(organizationId);
      const lists = [newId(), newId(), newId(), newId()];
      const answers = await Promise.all(lists.map((id) => assignMany(organizationId, [[id, true]], membersVersion)));
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
      const winner = lists[answers.findIndex(({ status }) => status === 200)];
      expect(approvedIds(await detail(organizationId))).toEqual([[winner, true]]);
    });

    it('accepts a stale version if the later changes cancel out, and rejects a version that never existed', async () => {
      const organizationId = await newOrganization(admin);
      const userId = newId();
      await assignMany(organizationId, [[userId, true]]);
      await assignMany(organizationId, []);
      expect((await assignMany(organizationId, [[userId, true]], 0)).status).toBe(200);
      const future = await assignMany(organizationId, [], 77);
      expect(future).toMatchObject({ status: 409, body: { message: expect.stringContaining('Someone else changed') } });
    });

    // spec: D.11
    it('rejects a user listed twice, and callers who are not administrators', async () => {
      const organizationId = await newOrganization(admin);
      const twice = await assignMany(organizationId, [
        [7, true],
        [7, false],
      ]);
      expect(twice).toMatchObject({ status: 400, body: { faults: [{ pointer: '/users/1/id' }] } });
      expect((await assignMany(2_147_000_000, [])).status).toBe(404);
      const client = await orgs.as('CLIENT');
      const body = { organizationId, users: [] };
      expect((await client('PUT', '/organizations/assign-many', body)).status).toBe(403);
    });

    it('shows non-administrators only their own entry', async () => {
      const organizationId = await newOrganization(admin);
      const [member, colleague] = [newId(), newId()];
      await assignMany(organizationId, [
        [member, true],
        [colleague, true],
      ]);
      expect(approvedIds(await detail(organizationId, await orgs.as('CLIENT', member)))).toEqual([[member, true]]);
    });
  });

  it('are published once per change, in order', async () => {
    const organizationId = await newOrganization(admin);
    const userId = newId();
    await assignMany(organizationId, [[userId, false]]);
    await Promise.all([1, 2, 3].map(() => assignMany(organizationId, [[userId, true]])));
    await assignMany(organizationId, []);
    const topic = await readTopic(membershipChanged.topic);
    const states = await eventually(() => {
      const own = topic.received
        .map(({ value }): MembershipState => JSON.parse(value ?? '').data)
        .filter((state) => state.organizationId === organizationId);
      return own.at(-1)?.deletedAt ? own : undefined;
    });
    await topic.stop();
    expect(states).toMatchObject([
      { userId, version: 1, approved: false },
      { userId, version: 2, approved: true, role: 'viewer', deletedAt: null },
      { userId, version: 3, deletedAt: expect.any(String) },
    ]);
  });
});
