import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import { readState } from '@portico/contracts/events/domain-event';
import { membershipChanged, type MembershipState } from '@portico/contracts/events/orgs';
import type { OwnMembership } from '@portico/contracts/http/memberships';
import { engines, eventually, type OwnEngines, readTopic, STARTING, startOwnEngines } from '@portico/testkit';
import { Client } from 'pg';
import { newId, newOrganization, startOrgs } from './orgs.ts';

describe('the migration of member roles', () => {
  let own: OwnEngines;

  beforeAll(async () => {
    own = await startOwnEngines();
  }, STARTING);
  afterAll(() => own?.stop());

  /** Prepares a database of the previous version with these members, while no service runs. */
  const before = async (members: [organizationId: number, userId: number, approved: boolean][]): Promise<void> => {
    await (await startOrgs(own.environment)).stop();
    const database = new Client({ connectionString: `${own.environment.POSTGRES_URL.replace(/\/\w*$/, '')}/orgs` });
    await database.connect();
    await database.query('alter table memberships drop column role');
    await database.query(`delete from mikro_orm_migrations where name = '0009-membership-roles'`);
    for (const member of members)
      await database.query('insert into memberships (organization_id, user_id, approved) values ($1, $2, $3)', member);
    await database.end();
  };

  it(
    'makes the first approved member of each organization its manager, and publishes the change',
    async () => {
      await before([
        [1, 11, false],
        [1, 12, true],
        [1, 13, true],
        [2, 21, false],
        [3, 12, true],
      ]);
      const orgs = await startOrgs(own.environment);
      const ofUser = async (userId: number) =>
        (await (await orgs.as('CLIENT', userId))('GET', '/users/organizations')).body;
      const of = (id: number, approved: boolean, role: string) => ({ organization: { id, name: '' }, approved, role });
      expect(await ofUser(12)).toEqual({ data: [of(1, true, 'manager'), of(3, true, 'manager')], count: 2 });
      expect(await ofUser(13)).toMatchObject({ data: [{ role: 'viewer' }] });
      expect(await ofUser(11)).toMatchObject({ data: [{ role: 'viewer' }] });
      expect(await ofUser(21)).toMatchObject({ data: [{ role: 'viewer' }] });

      const topic = await readTopic(membershipChanged.topic, own.kafka);
      const states = await eventually(() => {
        const read = topic.received.map(({ value }) => readState(membershipChanged, JSON.parse(value ?? '')));
        return read.length >= 2 ? read : undefined;
      });
      await topic.stop();
      const published = states.map((one): Partial<MembershipState> => (one.ok ? one.state : {}));
      expect(published.toSorted((a, b) => Number(a.organizationId) - Number(b.organizationId))).toMatchObject([
        { organizationId: 1, userId: 12, approved: true, role: 'manager', version: 2, deletedAt: null },
        { organizationId: 3, userId: 12, approved: true, role: 'manager', version: 2, deletedAt: null },
      ]);
      await orgs.stop();
    },
    2 * STARTING,
  );
});

// spec: D.65
it("a member's role stays when the list of users is saved or the member requests to join again, and ends with the membership", async () => {
  const orgs = await startOrgs(engines());
  const admin = await orgs.as('ADMIN');
  const [userId, other] = [newId(), newId()];
  const creator = await orgs.as('CLIENT', userId);
  const organizationId = await newOrganization(creator);
  const roles = async () => ((await creator('GET', '/users/organizations')).body as Page<OwnMembership>).data;
  const save = (...members: [id: number, approved: boolean][]) =>
    admin('PUT', '/organizations/assign-many', {
      organizationId,
      users: members.map(([id, approved]) => ({ id, approved })),
    });
  for (const approved of [false, true]) {
    await save([userId, approved], [other, true]);
    expect(await roles()).toMatchObject([{ approved, role: 'manager' }]);
  }
  await creator('PUT', '/organizations/assign', { organizationId, assign: true });
  expect(await roles()).toMatchObject([{ role: 'manager' }]);
  await save();
  await save([userId, true]);
  expect(await roles()).toMatchObject([{ approved: true, role: 'viewer' }]);
  await orgs.stop();
});
