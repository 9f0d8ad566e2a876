import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { MemberRole } from '@portico/contracts/common/roles';
import type { Invitation, InvitationOffer } from '@portico/contracts/http/invitations';
import { type Call, engines, read, STARTING } from '@portico/testkit';
import { accept, emailOf, invite, listed, managedOrganization, own, tokenOf } from './inviting.ts';
import { newId, newOrganization, type Orgs, startOrgs } from './orgs.ts';

describe('invitations', () => {
  let orgs: Orgs;
  let admin: Call;

  beforeAll(async () => {
    orgs = await startOrgs(engines());
    admin = await orgs.as('ADMIN');
  }, STARTING);
  afterAll(() => orgs.stop());

  const managed = () => managedOrganization(orgs);
  const expire = (id: number) =>
    orgs.app
      .get(MikroORM)
      .em.fork()
      .execute("update invitations set expires_at = now() - interval '1 second' where id = ?", [id]);

  it('create one approved member with the invited role, ignoring case in the address', async () => {
    const { id, name, manager } = await managed();
    const guestId = newId();
    const guest = await orgs.as('LEAD', guestId);
    const invitation = await invite(manager, id, emailOf(guestId).toUpperCase(), 'operator');
    expect(invitation).toMatchObject({ email: emailOf(guestId), role: 'operator', state: 'open', mail: 'off' });
    expect(invitation.link).toMatch(/^https:\/\/portico\.test\/invitation#[\w-]{43}$/);
    const days = (Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt)) / 86_400_000;
    expect(Math.round(days)).toBe(7);

    const offer = { organization: { id, name }, role: 'operator', state: 'open', isForCaller: true };
    expect(await read(guest, '/users/invitations')).toMatchObject({ data: [offer], count: 1 });
    expect((await guest('PUT', '/invitations/offer', { token: tokenOf(invitation) })).body).toMatchObject(offer);
    const member = { organization: { id, name }, approved: true, role: 'operator' };
    expect(await accept(guest, tokenOf(invitation))).toMatchObject({ status: 200, body: member });
    expect(await own(guest)).toEqual([member]);
    expect(await listed(manager, id)).toMatchObject([{ state: 'accepted', link: null }]);
    expect(await read(guest, '/users/invitations')).toEqual({ data: [], count: 0 });

    await guest('PUT', '/organizations/assign', { organizationId: id, assign: false });
    expect(await accept(guest, tokenOf(invitation))).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await own(guest)).toEqual([]);
  });

  it('store no link in the database', async () => {
    const { id, manager } = await managed();
    const invitation = await invite(manager, id, emailOf(newId()));
    const [row] = await orgs.app
      .get(MikroORM)
      .em.fork()
      .execute('select * from invitations where id = ?', [invitation.id]);
    expect(row).toBeDefined();
    expect(JSON.stringify(row)).not.toContain(tokenOf(invitation));
  });

  it('cannot be accepted by another user, who sees only a part of the address', async () => {
    const { id, manager } = await managed();
    const guestId = newId();
    const invitation = await invite(manager, id, emailOf(guestId));
    const other = await orgs.as('CLIENT');
    const { body } = await other('PUT', '/invitations/offer', { token: tokenOf(invitation) });
    expect(body).toMatchObject({ isForCaller: false, email: 'u…@portico.test' });
    expect(await accept(other, tokenOf(invitation))).toMatchObject({ status: 403, body: { code: 'email_mismatch' } });
    expect((await other('PUT', `/invitations/${invitation.id}/accept`)).status).toBe(404);
    expect(await own(other)).toEqual([]);
    const guest = await orgs.as('CLIENT', guestId);
    expect((await guest('PUT', `/invitations/${invitation.id}/accept`)).status).toBe(200);
  });

  it('are invalid if they are forged, expired, revoked or resent', async () => {
    const { id, manager } = await managed();
    const guestId = newId();
    const guest = await orgs.as('CLIENT', guestId);
    for (const forged of ['x', 'A'.repeat(43), "' or 1=1 --"])
      expect(await accept(guest, forged)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    for (const wrong of ['', 'x'.repeat(201), 7, undefined])
      expect((await guest('PUT', '/invitations/accept', { token: wrong })).status).toBe(400);

    const first = await invite(manager, id, emailOf(guestId));
    await expire(first.id);
    expect(await listed(manager, id)).toMatchObject([{ state: 'expired', link: null }]);
    expect(await accept(guest, tokenOf(first))).toMatchObject({ status: 409 });
    expect((await guest('PUT', `/invitations/${first.id}/accept`)).status).toBe(409);

    const again = (await manager('PUT', `/invitations/${first.id}/resend`)).body as Invitation;
    expect(again).toMatchObject({ id: first.id, state: 'open' });
    expect(tokenOf(again)).not.toBe(tokenOf(first));
    expect((await accept(guest, tokenOf(first))).status).toBe(404);

    for (const _ of [1, 2]) expect((await manager('DELETE', `/invitations/${first.id}`)).status).toBe(204);
    expect(await accept(guest, tokenOf(again))).toMatchObject({ status: 409 });
    expect((await manager('PUT', `/invitations/${first.id}/resend`)).status).toBe(409);
    expect(await own(guest)).toEqual([]);
    expect(await invite(manager, id, emailOf(guestId))).toMatchObject({ state: 'open' });
  });

  it('create one membership when accepted ten times concurrently', async () => {
    const { id, manager } = await managed();
    const guestId = newId();
    const guest = await orgs.as('CLIENT', guestId);
    const invitation = await invite(manager, id, emailOf(guestId));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 ? accept(guest, tokenOf(invitation)) : guest('PUT', `/invitations/${invitation.id}/accept`),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    expect(await own(guest)).toHaveLength(1);
  });

  it("approve a pending user, and never lower a member's role", async () => {
    const { id, manager } = await managed();
    const guestId = newId();
    const guest = await orgs.as('CLIENT', guestId);
    await guest('PUT', '/organizations/assign', { organizationId: id, assign: true });
    const join = async (role: MemberRole) => accept(guest, tokenOf(await invite(manager, id, emailOf(guestId), role)));
    expect((await join('manager')).body).toMatchObject({ approved: true, role: 'manager' });
    expect((await join('viewer')).body).toMatchObject({ approved: true, role: 'manager' });
    expect(await own(guest)).toMatchObject([{ approved: true, role: 'manager' }]);
  });

  it('cannot be sent to their sender', async () => {
    const managerId = newId();
    const manager = await orgs.as('LEAD', managerId);
    const id = await newOrganization(manager);
    const answer = await manager('POST', `/organizations/${id}/invitations`, {
      email: emailOf(managerId).toUpperCase(),
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { faults: [{ pointer: '/email', message: 'Email should not be your own' }] },
    });
  });

  it('are accessible to managers of their organization and to administrators only', async () => {
    const { id, manager } = await managed();
    const { manager: stranger } = await managed();
    const viewerId = newId();
    const viewer = await orgs.as('CLIENT', viewerId);
    const invitation = await invite(manager, id, emailOf(viewerId));
    const attempts = (caller: Call) =>
      Promise.all([
        caller('GET', `/organizations/${id}/invitations`),
        caller('POST', `/organizations/${id}/invitations`, { email: emailOf(newId()) }),
        caller('PUT', `/invitations/${invitation.id}/resend`),
        caller('DELETE', `/invitations/${invitation.id}`),
      ]);
    const statuses = async (caller: Call) => (await attempts(caller)).map(({ status }) => status);
    expect(await statuses(stranger)).toEqual([404, 404, 404, 404]);
    expect(await statuses(viewer)).toEqual([404, 404, 404, 404]);
    await accept(viewer, tokenOf(invitation));
    expect(await statuses(viewer)).toEqual([403, 403, 403, 403]);
    const next = await invite(admin, id, emailOf(newId()));
    expect((await listed(admin, id))[0]).toMatchObject({ id: next.id });
    expect((await admin('GET', '/organizations/2147000000/invitations')).status).toBe(404);
    await admin('DELETE', `/organizations/${id}`);
    expect((await viewer('PUT', '/invitations/offer', { token: tokenOf(next) })).status).toBe(404);
  });

  it('get the same response for every address, except for an address that is already invited', async () => {
    const { id, manager } = await managed();
    const email = emailOf(newId());
    await invite(manager, id, email);
    const twice = await manager('POST', `/organizations/${id}/invitations`, { email });
    expect(twice).toMatchObject({ status: 409, body: { code: 'already_exists', faults: [{ pointer: '/email' }] } });
    const both = await Promise.all(
      [1, 2].map(() => manager('POST', `/organizations/${id}/invitations`, { email: 'both@portico.test' })),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    const wrong = { email: 'x', role: 'king' };
    expect((await manager('POST', `/organizations/${id}/invitations`, wrong)).status).toBe(400);
  });

  it('are limited per organization, and per address across organizations', async () => {
    const { id, manager } = await managed();
    await admin('PUT', `/organizations/${id}`, { referenceId: 'R-1' });
    const answers = [];
    for (let count = 0; count < 51; count += 1)
      answers.push(await manager('POST', `/organizations/${id}/invitations`, { email: emailOf(newId()) }));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 50 }, () => 201), 429]);
    const wait = Number(answers.at(-1)?.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(3_300);
    expect(wait).toBeLessThanOrEqual(3_600);
    const second = await newOrganization(manager);
    expect((await manager('POST', `/organizations/${second}/invitations`, { email: emailOf(newId()) })).status).toBe(
      429,
    );

    const email = emailOf(newId());
    const statuses = [];
    for (let count = 0; count < 6; count += 1) {
      const one = await managed();
      statuses.push((await one.manager('POST', `/organizations/${one.id}/invitations`, { email })).status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });

  it('are offered only to the invited address', async () => {
    const { id, manager } = await managed();
    await invite(manager, id, emailOf(newId()));
    expect(await read<Page<InvitationOffer>>(manager, '/users/invitations')).toEqual({ data: [], count: 0 });
  });
});
