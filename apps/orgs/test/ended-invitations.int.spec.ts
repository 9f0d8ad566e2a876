import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Call, engines, STARTING } from '@portico/testkit';
import { accept, emailOf, invite, listed, managedOrganization, own, tokenOf } from './inviting.ts';
import { newId, type Orgs, startOrgs } from './orgs.ts';

describe('the end of a membership', () => {
  let orgs: Orgs;
  let admin: Call;

  beforeAll(async () => {
    orgs = await startOrgs(engines());
    admin = await orgs.as('ADMIN');
  }, STARTING);
  afterAll(() => orgs.stop());

  /** Creates an organization with two managers. The first manager has invited the second manager. */
  const withTwoManagers = async () => {
    const organization = await managedOrganization(orgs);
    const memberId = newId();
    const member = await orgs.as('CLIENT', memberId);
    await accept(member, tokenOf(await invite(organization.manager, organization.id, emailOf(memberId), 'manager')));
    return { ...organization, member, memberId };
  };

  it('revokes the invitations that the member sent, but not those of other managers', async () => {
    const { id, manager, managerId, member, memberId } = await withTwoManagers();
    const friend = await orgs.as('CLIENT', memberId + 1);
    const ofManager = await invite(manager, id, emailOf(newId()));
    const ofMember = await invite(member, id, emailOf(memberId + 1), 'manager');
    const users = [
      { id: managerId, approved: true },
      { id: memberId, approved: false },
    ];
    expect((await admin('PUT', '/organizations/assign-many', { organizationId: id, users })).status).toBe(200);
    const states = new Map((await listed(manager, id)).map((one) => [one.id, one.state]));
    expect([states.get(ofMember.id), states.get(ofManager.id)]).toEqual(['revoked', 'open']);
    expect(await accept(friend, tokenOf(ofMember))).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await own(friend)).toEqual([]);
  });

  it('revokes the invitations to the member, ignoring case in the address', async () => {
    const { id, manager, member, memberId } = await withTwoManagers();
    // Sets the e-mail, as an event from identity would.
    await orgs.app
      .get(MikroORM)
      .em.fork()
      .execute('update users set email = ?, version = 1 where id = ?', [emailOf(memberId).toUpperCase(), memberId]);
    const unused = await invite(manager, id, emailOf(memberId), 'manager');
    await member('PUT', '/organizations/assign', { organizationId: id, assign: false });
    expect((await accept(member, tokenOf(unused))).status).toBe(409);
    expect(await own(member)).toEqual([]);
  });

  it('ends the role, so that a new invitation determines the next role', async () => {
    const { id, manager, managerId, member, memberId } = await withTwoManagers();
    const users = [
      { id: managerId, approved: true },
      { id: memberId, approved: false },
    ];
    await admin('PUT', '/organizations/assign-many', { organizationId: id, users });
    // A later approval does not count as an invitation, so it does not turn a lead into a client.
    const rows = await orgs.app
      .get(MikroORM)
      .em.fork()
      .execute('select invited from memberships where organization_id = ? and user_id = ?', [id, memberId]);
    expect(rows).toEqual([{ invited: false }]);
    await accept(member, tokenOf(await invite(manager, id, emailOf(memberId), 'viewer')));
    expect(await own(member)).toMatchObject([{ approved: true, role: 'viewer' }]);
  });
});
