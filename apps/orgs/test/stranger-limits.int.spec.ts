import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, type Call, engines, eventually, STARTING } from '@portico/testkit';
import { managedOrganization } from './inviting.ts';
import { newId, newOrganization, type Orgs, startOrgs, unique } from './orgs.ts';
import { item, publishPurchases, purchase } from './purchases.ts';

describe('mail to strangers', () => {
  let orgs: Orgs;
  let admin: Call;

  beforeAll(async () => {
    orgs = await startOrgs({ ...engines(), NEW_ORGANIZATIONS_PER_DAY: '8' });
    admin = await orgs.as('ADMIN');
  }, STARTING);
  afterAll(() => orgs.stop());

  const send = (call: Call, id: number, email = `stranger${newId()}@elsewhere${newId()}.test`): Promise<Answer> =>
    call('POST', `/organizations/${id}/invitations`, { email });
  const statuses = async (count: number, one: (index: number) => Promise<Answer>): Promise<number[]> => {
    const answers: number[] = [];
    for (let index = 0; index < count; index += 1) answers.push((await one(index)).status);
    return answers;
  };
  const FIVE = [201, 201, 201, 201, 201];

  it('is limited to five invitations a day from an unconfirmed organization', async () => {
    const { id, manager } = await managedOrganization(orgs);
    expect(await statuses(6, () => send(manager, id))).toEqual([...FIVE, 429]);
    const refused = await send(manager, id);
    expect(refused.body).toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('until an administrator confirms it'),
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3_600);
    // The limit still applies in another organization of the manager, and after the invitations are revoked.
    expect((await send(manager, await newOrganization(manager))).status).toBe(429);
    const { data } = (await manager('GET', `/organizations/${id}/invitations`)).body as { data: { id: number }[] };
    for (const invitation of data) await manager('DELETE', `/invitations/${invitation.id}`);
    expect((await send(manager, id)).status).toBe(429);
    expect((await send(admin, id)).status).toBe(201);
  });

  it('is not limited to five for an organization that has a purchase or a reference set by an administrator', async () => {
    const [named, paying] = [await managedOrganization(orgs), await managedOrganization(orgs)];
    await admin('PUT', `/organizations/${named.id}`, { referenceId: 'R-7' });
    await publishPurchases(purchase(paying.id, { items: [item('voucher', 50)] }));
    await eventually(async () => {
      const { body } = await admin('GET', `/organizations/${paying.id}`);
      return (body as { customerId: string | null }).customerId !== null;
    });
    for (const { id, manager } of [named, paying])
      expect(await statuses(7, () => send(manager, id))).toEqual([...FIVE, 201, 201]);
  });

  it('stays limited when the organization is deleted and created again', async () => {
    const managerId = newId();
    const manager = await orgs.as('LEAD', managerId);
    const answers: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const id = await newOrganization(manager);
      answers.push((await send(manager, id)).status);
      await admin('DELETE', `/organizations/${id}`);
    }
    expect(answers).toEqual([...FIVE, 429, 429]);
  });

  it('is limited to five per hour and address, even for fifty concurrent requests from two people', async () => {
    const another = await orgs.as('ADMIN');
    const organizations = await Promise.all(Array.from({ length: 50 }, () => newOrganization(admin, unique('Crowd'))));
    const email = `crowd${newId()}@elsewhere.test`;
    const answers = await Promise.all(organizations.map((id, index) => send(index % 2 ? admin : another, id, email)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 429]));
  });

  it('is limited to a hundred per hour and e-mail domain, except from people of that domain', async () => {
    const host = `crowded${newId()}.test`;
    const answers: number[] = [];
    for (let person = 0; person < 3; person += 1) {
      const { id, manager } = await managedOrganization(orgs);
      await admin('PUT', `/organizations/${id}`, { referenceId: 'R-1' });
      answers.push(...(await statuses(40, (index) => send(manager, id, `p${person}i${index}@${host}`))));
    }
    expect(answers.filter((status) => status === 201)).toHaveLength(100);
    const { id, manager } = await managedOrganization(orgs);
    expect((await send(manager, id, `colleague${newId()}@portico.test`)).status).toBe(201);
  });

  it.each(['Unlock at https://evil.test/unlock', 'evil.test/login', 'www.evil.test', 'x@y', 'Booking.com'])(
    'cannot come from an organization with the name %s',
    async (name) => {
      const message = ['Name should not contain a web or e-mail address'];
      const refused = { status: 400, body: { code: 'validation_failed', message, faults: [{ pointer: '/name' }] } };
      expect(await admin('POST', '/organizations', { name })).toMatchObject(refused);
      const { id, manager } = await managedOrganization(orgs);
      expect(await manager('PUT', `/organizations/${id}`, { name })).toMatchObject(refused);
      // Other fields of an existing organization can be changed.
      expect((await manager('PUT', `/organizations/${id}`, { city: 'Boston' })).status).toBe(200);
    },
  );

  it('comes from at most the configured number of new organizations per person and day', async () => {
    const lead = await orgs.as('LEAD');
    const make = (call: Call) => call('POST', '/organizations', { name: unique('Many') });
    const made = await Promise.all(Array.from({ length: 12 }, () => make(lead)));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(8);
    const refused = await make(lead);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3_600);
    expect((await make(await orgs.as('LEAD'))).status).toBe(201);
    expect((await statuses(9, () => make(admin))).every((status) => status === 201)).toBe(true);
  });
});
