import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines, eventually, readTopic, STARTING } from '@portico/testkit';
import { newId, type Orgs, startOrgs, unique } from './orgs.ts';

type Row = { id: number; name: string };
type List = { data: Row[]; count: number };

describe('the orgs service', () => {
  let orgs: Orgs;
  const as: Orgs['as'] = (usertype, id) => orgs.as(usertype, id);

  beforeAll(async () => {
    orgs = await startOrgs(engines());
  }, STARTING);
  afterAll(() => orgs.stop());

  it('has a schema that matches its entities', async () => {
    expect(await orgs.app.get(MikroORM).schema.getUpdateSchemaSQL()).toBe('');
  });

  // spec: 7.9, 7.15, D.9, D.65
  it('makes the creator of an organization its approved manager, unless the creator is an administrator', async () => {
    const client = await as('CLIENT');
    const name = unique('Northwind');
    const created = await client('POST', '/organizations', { name, zipCode: 12_345 });
    expect(created).toMatchObject({ status: 201, body: { name, zipCode: 12_345, customerId: null } });
    const { id } = created.body as Row;
    const own = (await client('GET', '/users/organizations')).body as { data: unknown[] };
    expect(own.data).toContainEqual({ organization: { id, name }, approved: true, role: 'manager' });

    const admin = await as('ADMIN');
    await admin('POST', '/organizations', { name: unique('Contoso') });
    expect((await admin('GET', '/users/organizations')).body).toEqual({ data: [], count: 0 });
  });

  // spec: D.108, D.20
  it('shows an organization only to its members and administrators', async () => {
    const member = await as('CLIENT');
    const [stranger, applicant] = [await as('CLIENT'), await as('CLIENT')];
    const { id } = (await member('POST', '/organizations', { name: unique('Fabrikam') })).body as Row;
    expect((await applicant('PUT', '/organizations/assign', { organizationId: id, assign: true })).status).toBe(200);
    for (const call of [stranger, applicant])
      for (const [method, body] of [['GET'], ['PUT', { name: 'Mine now' }]] as const)
        expect(await call(method, `/organizations/${id}`, body)).toMatchObject({
          status: 404,
          body: { code: 'not_found' },
        });
    expect((await member('PUT', `/organizations/${id}`, { city: 'Oslo' })).body).toMatchObject({ city: 'Oslo' });
    expect((await member('PUT', `/organizations/${id}`, { referenceId: 'R-1' })).status).toBe(403);
    expect((await member('DELETE', `/organizations/${id}`)).status).toBe(403);
    expect((await (await as('ADMIN'))('GET', `/organizations/${id}`)).status).toBe(200);
  });

  it('lets only administrators set how long the audit log is kept', async () => {
    const [member, admin] = [await as('CLIENT'), await as('ADMIN')];
    const body = { name: unique('Kept'), auditDays: 90 };
    expect((await member('POST', '/organizations', body)).status).toBe(403);
    const { id } = (await member('POST', '/organizations', { ...body, auditDays: null })).body as Row;
    const set = (call: typeof member, auditDays: unknown) => call('PUT', `/organizations/${id}`, { auditDays });
    for (const days of [89, 2_556, 100.5, '100']) expect([days, (await set(admin, days)).status]).toEqual([days, 400]);
    expect((await set(admin, 2_555)).body).toMatchObject({ auditDays: 2_555 });
    expect((await member('GET', `/organizations/${id}`)).body).toMatchObject({ auditDays: 2_555 });
    for (const days of [90, null]) expect((await set(member, days)).status).toBe(403);
    expect((await set(member, 2_555)).status).toBe(200);
    expect((await set(admin, null)).body).toMatchObject({ auditDays: null });
  });

  // spec: D.8
  it('shows non-members only id and name, in a search for at least two characters', async () => {
    const name = unique('Tailspin Caf\u00e9');
    const admin = await as('ADMIN');
    await admin('POST', '/organizations', { name, billingEmail: 'bills@tailspin.test' });
    const lead = await as('LEAD');
    expect((await lead('GET', '/organizations?search=T')).body).toEqual({ data: [], count: 0 });
    const found = (await lead('GET', `/organizations?search=${encodeURIComponent(name.toLowerCase())}`)).body as List;
    expect(found).toEqual({ data: [{ id: expect.any(Number), name }], count: 1 });
    const decomposed = encodeURIComponent(name.normalize('NFD'));
    expect((await lead('GET', `/organizations?search=${decomposed}`)).body).toEqual(found);
  });

  // spec: 5.18, 7.9
  it('changes only the sent fields, and never the customer id', async () => {
    const admin = await as('ADMIN');
    const profile = { name: unique('Wingtip'), billingEmail: 'Bills@Wingtip.test', city: 'Oslo', referenceId: 'R-7' };
    const { id } = (await admin('POST', '/organizations', profile)).body as Row;
    const changed = await admin('PUT', `/organizations/${id}`, { zipCode: 5003, city: null, customerId: 'cus_mine' });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        name: profile.name,
        billingEmail: 'bills@wingtip.test',
        city: null,
        zipCode: 5003,
        referenceId: 'R-7',
        customerId: null,
      },
    });
    expect((await admin('PUT', `/organizations/${id}`, { billingEmail: '' })).body).toMatchObject({
      billingEmail: null,
    });
  });

  // spec: 5.1
  it.each([
    ['name', 'N', 'Name should be at least 2 letters long'],
    ['billingEmail', 'nobody', 'Billing email should be a valid email'],
    ['state', 'NYC', expect.any(String)],
    ['country', 'USAA', expect.any(String)],
    ['zipCode', '10001', expect.any(String)],
    ['zipCode', 100_000, expect.any(String)],
  ])('rejects %s %p', async (field, value, message) => {
    const admin = await as('ADMIN');
    const body = { name: unique('Wide World'), [field]: value };
    expect(await admin('POST', '/organizations', body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', faults: [{ pointer: `/${field}`, message }] },
    });
  });

  // spec: 7.10
  it('deletes an organization once and returns 404 afterwards', async () => {
    const admin = await as('ADMIN');
    const { id } = (await admin('POST', '/organizations', { name: unique('Litware') })).body as Row;
    expect((await admin('DELETE', `/organizations/${id}`)).status).toBe(204);
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await admin(method, `/organizations/${id}`, method === 'PUT' ? {} : undefined)).status).toBe(404);
  });

  // spec: 3.23, 7.3, 7.9, 7.18
  it('pages through organizations, newest first, even with a trailing slash and an empty search', async () => {
    const admin = await as('SUPER_ADMIN');
    const name = unique('Paged');
    for (const number of [1, 2, 3]) await admin('POST', '/organizations', { name: `${name} ${number}` });
    const page = (await admin('GET', `/organizations?search=${encodeURIComponent(name)}&limit=2&offset=1`))
      .body as List;
    expect(page.data.map((row) => row.name)).toEqual([`${name} 2`, `${name} 1`]);
    expect(page.count).toBe(3);
    const all = (await admin('GET', '/organizations/?search=&limit=10&offset=0')).body as List;
    expect(all.data).toHaveLength(Math.min(10, all.count));
    expect(all.data.map((row) => row.name)).toContain(`${name} 3`);
  });

  it('publishes each state in order, and ends memberships with their organization', async () => {
    const userId = newId();
    const client = await as('CLIENT', userId);
    const { id } = (await client('POST', '/organizations', { name: unique('Adventure') })).body as Row;
    await Promise.all([1, 2, 3, 4].map((number) => client('PUT', `/organizations/${id}`, { city: `City ${number}` })));
    await (
      await as('ADMIN')
    )('DELETE', `/organizations/${id}`);
    const [organizations, memberships] = await Promise.all([
      readTopic('orgs.organization.v1'),
      readTopic('orgs.membership.v1'),
    ]);
    const versions = await eventually(() => {
      const states = organizations.received
        .filter(({ key }) => key === String(id))
        .map(({ value }) => JSON.parse(value ?? '').data);
      return states.at(-1)?.deletedAt && states.map((state) => state.version);
    });
    expect(versions).toEqual([1, 2, 3, 4, 5, 6]);
    const membership = await eventually(() => {
      const states = memberships.received
        .map(({ value }) => JSON.parse(value ?? '').data)
        .filter((state) => state.organizationId === id);
      return states.at(-1)?.deletedAt && states;
    });
    expect(membership).toMatchObject([{ userId, approved: true, version: 1, deletedAt: null }, { version: 2 }]);
    await Promise.all([organizations.stop(), memberships.stop()]);
  });
});
