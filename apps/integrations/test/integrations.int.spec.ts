import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Call, caller, eventually, readTopic, STARTING } from '@portico/testkit';
import { type Integrations, newId, type Row, startIntegrations } from './integrations.ts';

describe('the integrations service', () => {
  let integrations: Integrations;
  let admin: Call;

  beforeAll(async () => {
    integrations = await startIntegrations();
    ({ admin } = integrations);
  }, STARTING);
  afterAll(async () => integrations?.stop());

  it('has a schema that matches its entities', async () => {
    expect(await integrations.app.get(MikroORM).schema.getUpdateSchemaSQL()).toBe('');
  });

  // spec: D.13
  it('serves only administrators', async () => {
    const client = caller(await integrations.app.getUrl(), await integrations.tokens.sign({ usertype: 'CLIENT' }));
    for (const [method, path] of [
      ['GET', '/integrations'],
      ['GET', '/integrations/1'],
      ['POST', '/integrations'],
      ['DELETE', '/integrations/1'],
    ] as const) {
      expect((await client(method, path)).status).toBe(403);
    }
  });

  // spec: 3.11, 4.3, 7.5, 7.6, 7.7, 7.8
  it('creates, updates and deletes integrations, and publishes each state', async () => {
    const organizationId = await integrations.newOrganization();
    const created = await admin('POST', '/integrations', {
      name: 'payroll',
      instanceUrl: 'https://payroll.test',
      organizationId,
    });
    expect(created).toMatchObject({
      status: 201,
      body: { active: true, integrationType: 'other', organization: { id: organizationId }, organizationId },
    });
    const { id } = created.body as Row;
    const changed = await admin('PATCH', `/integrations/${id}`, { active: false, instanceUrl: '' });
    expect(changed.body).toMatchObject({ name: 'payroll', active: false, instanceUrl: null, organizationId });
    expect((await admin('DELETE', `/integrations/${id}`)).status).toBe(204);
    expect((await admin('GET', `/integrations/${id}`)).status).toBe(404);
    const topic = await readTopic('integrations.integration.v1');
    const states = await eventually(() => {
      const own = topic.received
        .filter(({ key }) => key === String(id))
        .map(({ value }) => JSON.parse(value ?? '').data);
      return own.length === 3 && own;
    });
    await topic.stop();
    expect(states).toMatchObject([
      { version: 1, active: true },
      { version: 2, active: false, deletedAt: null },
      { version: 3, deletedAt: expect.any(String) },
    ]);
  });

  it('keeps names unique within an organization, ignoring case', async () => {
    const organizationId = await integrations.newOrganization();
    await admin('POST', '/integrations', { name: 'Banking', organizationId });
    expect(await admin('POST', '/integrations', { name: 'banking', organizationId })).toMatchObject({
      status: 409,
      body: { code: 'already_exists' },
    });
    expect(
      (await admin('POST', '/integrations', { name: 'banking', organizationId: await integrations.newOrganization() }))
        .status,
    ).toBe(201);
  });

  it('requires the account and region of a lambda', async () => {
    const fields = {
      name: 'function',
      integrationType: 'lambda',
      organizationId: await integrations.newOrganization(),
    };
    expect(await admin('POST', '/integrations', fields)).toMatchObject({
      status: 400,
      body: { faults: [{ pointer: '/accountId' }, { pointer: '/region' }] },
    });
    expect(
      (await admin('POST', '/integrations', { ...fields, accountId: '123456789012', region: 'us-east-1' })).status,
    ).toBe(201);
  });

  // spec: 3.23, 7.3
  it('searches name and display name, ignoring case, and pages newest first', async () => {
    const mark = `Straße Caf\u00e9 ${newId()}`;
    const organizationId = await integrations.newOrganization();
    for (const [name, displayName] of [[`${mark} one`], ['shown', `${mark}_two`], [`${mark} three`]])
      await admin('POST', '/integrations', { name: `${name} ${newId()}`, displayName, organizationId });
    const search = async (text: string, page = ''): Promise<{ data: Row[]; count: number }> =>
      (await admin('GET', `/integrations?search=${encodeURIComponent(text)}${page}`)).body as {
        data: Row[];
        count: number;
      };
    expect((await search(mark.toUpperCase())).count).toBe(3);
    expect((await search(mark.normalize('NFD'))).count).toBe(3);
    expect((await search(`${mark.toLowerCase()}_TWO`)).count).toBe(1);
    expect((await search(`${mark}%`)).count).toBe(0);
    const { data, count } = await search(mark, '&limit=1&offset=2');
    expect([count, data.map(({ name }) => name.startsWith(`${mark} one`))]).toEqual([3, [true]]);
  });

  // spec: 3.10, 3.12, 3.13, 7.5, 7.6, 7.7, D.60, D.79, D.93
  it('stores every field, and changes only the sent fields', async () => {
    const organizationId = await integrations.newOrganization();
    const fields = {
      name: 'Everything',
      displayName: 'All of it',
      externalRefId: 'ref-1',
      description: 'Pays people',
      instanceUrl: 'https://everything.test/v1',
      active: false,
      integrationType: 'lambda',
      accountId: '123456789012',
      region: 'us-east-1',
      organizationId,
      quota: { eventsPerMinute: 600, bytesPerDay: 5_000_000_000 },
    };
    const { body } = await admin('POST', '/integrations', fields);
    const { id } = body as Row;
    const organization = { id: organizationId, name: `Organization ${organizationId}` };
    expect(body).toEqual({ ...fields, id, organization, trust: 'enforce', createdAt: expect.any(String) });
    const patch = (changes: object) => admin('PATCH', `/integrations/${id}`, changes);
    expect((await patch({ name: 'Everything', active: true })).body).toEqual({ ...(body as object), active: true });
    expect((await patch({ region: 'nowhere' })).body).toMatchObject({ faults: [{ pointer: '/region' }] });
    expect((await patch({ integrationType: 'other', displayName: null })).body).toMatchObject({
      displayName: null,
      integrationType: 'other',
      accountId: null,
      region: null,
    });
    expect((await patch({ integrationType: 'lambda' })).status).toBe(400);
    expect((await patch({ organizationId: null })).body).toMatchObject({ organizationId: null, organization: null });
    expect((await admin('GET', `/integrations/${id}`)).body).toMatchObject({ integrationType: 'other', active: true });
  });

  // spec: 5.1, 5.11
  it.each([
    ['name', 'P', 'Name should be at least 2 letters long'],
    ['instanceUrl', 'payroll', 'Instance URL should be a valid URL'],
    ['integrationType', 'webhook', expect.any(String)],
    ['active', 'yes', expect.any(String)],
    ['organizationId', 'Northwind', expect.any(String)],
  ])('rejects %s %p', async (field, value, message) => {
    expect(await admin('POST', '/integrations', { name: `refused ${newId()}`, [field]: value })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', faults: [{ pointer: `/${field}`, message }] },
    });
  });

  it('gives a name to only one of several concurrent requests', async () => {
    const organizationId = await integrations.newOrganization();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => admin('POST', '/integrations', { name: 'Contended', organizationId })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
    const other = (await admin('POST', '/integrations', { name: 'Other', organizationId })).body as Row;
    expect((await admin('PATCH', `/integrations/${other.id}`, { name: 'contended' })).status).toBe(409);
  });
});
