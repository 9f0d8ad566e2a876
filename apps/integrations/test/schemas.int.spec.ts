import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EventSchema, MAX_EVENT_SCHEMAS, MAX_SCHEMA_BYTES } from '@portico/contracts/http/event-schemas';
import { type Call, eventually, read, STARTING } from '@portico/testkit';
import { type Integrations, type Row, startIntegrations } from './integrations.ts';

type Schemas = { data: EventSchema[]; count: number };

describe('schemas of event names', () => {
  let integrations: Integrations;
  let admin: Call;
  let organizationId: number;

  beforeAll(async () => {
    integrations = await startIntegrations();
    ({ admin } = integrations);
    organizationId = await integrations.newOrganization();
  }, STARTING);
  afterAll(async () => integrations?.stop());

  const newIntegration = async (organization?: number): Promise<number> => {
    const body = { name: `schemas ${Math.random()}`, organizationId: organization };
    return ((await admin('POST', '/integrations', body)).body as Row).id;
  };
  const at = (integration: number, event: string): string =>
    `/integrations/${integration}/schemas/${encodeURIComponent(event)}`;
  const listed = async (integration: number): Promise<EventSchema[]> =>
    (await read<Schemas>(admin, `/integrations/${integration}/schemas`)).data;
  const stored = async (integration: number): Promise<number> => {
    const sql = 'select event_name from integration_event_schemas where integration_id = ?';
    return (await integrations.app.get(MikroORM).em.fork().execute(sql, [integration])).length;
  };

  it('are stored as written, by name, until they are removed', async () => {
    const integration = await newIntegration();
    const schema = { z: 1, type: 'object', properties: { b: { const: 'a\u0000b' }, a: { maximum: 0.1 } } };
    const names = ['payrun.completed', 'a/b ü?#%', '__proto__'];
    for (const name of names) {
      const answer = await admin('PUT', at(integration, name), schema);
      expect(answer).toMatchObject({ status: 200, body: { event_name: name, schema } });
    }
    const rows = await listed(integration);
    expect(rows.map(({ event_name }) => event_name).toSorted()).toEqual(names.toSorted());
    expect(JSON.stringify(rows[0]?.schema)).toBe(JSON.stringify(schema));
    expect(rows[0]).toMatchObject({ updatedAt: expect.any(String), updatedBy: expect.stringContaining('@') });
    for (const name of names) expect((await admin('DELETE', at(integration, name))).status).toBe(204);
    expect(await listed(integration)).toEqual([]);
    expect((await admin('DELETE', at(integration, 'payrun.completed'))).status).toBe(404);
  });

  it('can be removed by an event name in the query, including names that no path can contain', async () => {
    const [integration, other] = [await newIntegration(), await newIntegration()];
    const names = ['.', '..', 'a/../b', '%2e%2e', 'payrun.completed'];
    for (const each of [integration, other])
      await integrations.app
        .get(MikroORM)
        .em.fork()
        .execute(`insert into integration_event_schemas select ?, unnest(?::text[]), '{}', now(), 'ada@example.test'`, [
          each,
          `{${names.join(',')}}`,
        ]);
    for (const name of ['.', '..']) {
      expect((await admin('PUT', at(integration, name), {})).status).toBe(404);
      expect((await admin('DELETE', at(integration, name))).status).toBe(404);
    }
    const query = (event: string) => `/integrations/${integration}/schemas?event=${encodeURIComponent(event)}`;
    for (const name of names) expect((await admin('DELETE', query(name))).status).toBe(204);
    expect((await admin('DELETE', query('..'))).status).toBe(404);
    expect((await admin('DELETE', `/integrations/${integration}/schemas`)).status).toBe(400);
    expect([await stored(integration), await stored(other)]).toEqual([0, names.length]);
    expect((await admin('GET', `/integrations/${integration}`)).status).toBe(200);
  });

  it('are replaced by a new schema with the same name', async () => {
    const integration = await newIntegration();
    await admin('PUT', at(integration, 'a'), { type: 'object' });
    await admin('PUT', at(integration, 'a'), { required: ['amount'] });
    expect(await listed(integration)).toMatchObject([{ event_name: 'a', schema: { required: ['amount'] } }]);
  });

  it('are accessible to users who may connect the integration, and return 404 to others', async () => {
    const integration = await newIntegration(organizationId);
    const [manager, operator, publisher, stranger] = await Promise.all(
      Array.from({ length: 4 }, () => integrations.user()),
    );
    if (!manager || !operator || !publisher || !stranger) throw new Error('four users');
    await integrations.member({ userId: manager.id, organizationId, role: 'manager' });
    await integrations.member({ userId: operator.id, organizationId, role: 'operator' });
    const path = `/integrations/${integration}/schemas`;
    await eventually(async () => (await manager.call('GET', path)).status === 200);
    const named = await manager.call('POST', `/integrations/${integration}/publishers`, { email: publisher.email });
    expect(named.status).toBe(201);
    await eventually(async () => (await publisher.call('GET', path)).status === 200);
    for (const { call, email } of [manager, publisher]) {
      expect((await call('PUT', at(integration, 'a'), {})).body).toMatchObject({ updatedBy: email });
      expect(await read<Schemas>(call, path)).toMatchObject({ count: 1 });
      expect((await call('DELETE', at(integration, 'a'))).status).toBe(204);
    }
    await admin('PUT', at(integration, 'a'), {});
    for (const { call } of [operator, stranger]) {
      expect((await call('GET', path)).status).toBe(404);
      for (const body of [{}, { type: 'strng' }])
        expect((await call('PUT', at(integration, 'a'), body)).status).toBe(404);
      expect((await call('DELETE', at(integration, 'a'))).status).toBe(404);
    }
    // A publisher also has no access to a schema with the same name in another integration.
    const other = await newIntegration();
    await admin('PUT', at(other, 'a'), { title: 'other' });
    expect((await publisher.call('PUT', at(other, 'a'), {})).status).toBe(404);
    expect((await publisher.call('DELETE', at(other, 'a'))).status).toBe(404);
    expect(await listed(other)).toMatchObject([{ schema: { title: 'other' } }]);
  });

  it.each([
    ['/properties/amount/type', { properties: { amount: { type: 'money' } } }],
    ['/$ref', { $ref: 'https://acme.test/schema.json' }],
    ['/$schema', { $schema: 'http://json-schema.org/draft-04/schema#' }],
    ['/pattern', { pattern: '(' }],
  ])('are rejected with the place of the fault: %s', async (pointer, schema) => {
    const integration = await newIntegration();
    expect(await admin('PUT', at(integration, 'a'), schema)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: [expect.any(String)], faults: [{ pointer }] },
    });
    expect(await stored(integration)).toBe(0);
  });

  it.each([
    ['an array', []],
    ['text', 'text'],
    ['missing', undefined],
  ])('are rejected if the body is %s', async (_, body) => {
    const integration = await newIntegration();
    expect((await admin('PUT', at(integration, 'a'), body)).status).toBe(400);
  });

  it('may contain a hostile pattern, which the service does not run', async () => {
    const integration = await newIntegration();
    const pattern = '^((((a+)+)+)+)+$';
    const text = `${'a'.repeat(64)}!`;
    const schema = { pattern, patternProperties: { [pattern]: true }, properties: { [text]: { const: text } } };
    const begun = performance.now();
    expect((await admin('PUT', at(integration, text), schema)).status).toBe(200);
    expect(await listed(integration)).toMatchObject([{ schema }]);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('are limited to 32 KiB, 64 levels and names of 128 characters', async () => {
    const integration = await newIntegration();
    const sized = (bytes: number) => ({ title: 'x'.repeat(bytes - '{"title":""}'.length) });
    const put = async (schema: object, name = 'a') => (await admin('PUT', at(integration, name), schema)).status;
    expect(await put(sized(MAX_SCHEMA_BYTES))).toBe(200);
    expect(await put(sized(MAX_SCHEMA_BYTES + 1))).toBe(413);
    expect(await put(sized(1_000_000))).toBe(413);
    expect(await put(JSON.parse(`${'{"not":'.repeat(4_000)}{}${'}'.repeat(4_000)}`) as object)).toBe(400);
    const deep = `${'{"not":'.repeat(30_000)}{}${'}'.repeat(30_000)}`;
    expect(await admin('PUT', at(integration, 'a'), deep)).toMatchObject({
      status: 400,
      body: { faults: [{ pointer: '' }] },
    });
    expect(await put({}, 'x'.repeat(128))).toBe(200);
    expect(await put({}, 'x'.repeat(129))).toBe(400);
    expect(await put({}, 'a\0b')).toBe(400);
  });

  it('are limited to 200 names, even with concurrent requests', async () => {
    const integration = await newIntegration();
    const names = Array.from({ length: MAX_EVENT_SCHEMAS - 4 }, (_, index) => `event.${index}`);
    await integrations.app
      .get(MikroORM)
      .em.fork()
      .execute(
        `insert into integration_event_schemas
       select ?, unnest(?::text[]), '{}', now(), 'ada@example.test'`,
        [integration, `{${names.join(',')}}`],
      );
    // Opens connections, so that the next requests arrive at the same time.
    await Promise.all(Array.from({ length: 40 }, () => listed(integration)));
    const more = Array.from({ length: 40 }, (_, index) => admin('PUT', at(integration, `more.${index}`), {}));
    const statuses = (await Promise.all(more)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array(4).fill(200), ...Array(36).fill(409)]);
    expect((await admin('PUT', at(integration, 'event.0'), { title: 'changed' })).status).toBe(200);
    expect(await listed(integration)).toHaveLength(MAX_EVENT_SCHEMAS);
  });

  it('are deleted only with their integration', async () => {
    const [integration, other] = [await newIntegration(), await newIntegration()];
    for (const one of [integration, other]) await admin('PUT', at(one, 'a'), {});
    expect((await admin('DELETE', `/integrations/${integration}`)).status).toBe(204);
    expect((await admin('GET', `/integrations/${integration}/schemas`)).status).toBe(404);
    expect([await stored(integration), await stored(other)]).toEqual([0, 1]);
  });
});
