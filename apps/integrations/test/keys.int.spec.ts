import { createHash } from 'node:crypto';
import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keyUsed } from '@portico/contracts/events/integrations';
import type { CreatedKey, IntegrationKey } from '@portico/contracts/http/integration-keys';
import { type Call, eventually, read, readTopic, type Received, STARTING, stateMessage } from '@portico/testkit';
import { type Integrations, type Row, startIntegrations } from './integrations.ts';

type Keys = { data: IntegrationKey[]; count: number };

describe('keys of an integration', () => {
  let integrations: Integrations;
  let admin: Call;
  let states: Awaited<ReturnType<typeof readTopic>>;

  beforeAll(async () => {
    integrations = await startIntegrations();
    ({ admin } = integrations);
    states = await readTopic('integrations.key.v1');
  }, STARTING);
  afterAll(async () => {
    await states?.stop();
    await integrations?.stop();
  });

  const newIntegration = async (organizationId?: number): Promise<number> => {
    const { body } = await admin('POST', '/integrations', { name: `keys ${Math.random()}`, organizationId });
    return (body as Row).id;
  };
  const make = async (integration: number, body: object = {}): Promise<CreatedKey> => {
    const answer = await admin('POST', `/integrations/${integration}/keys`, { label: 'server', ...body });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body as CreatedKey;
  };
  const listed = async (integration: number): Promise<IntegrationKey[]> =>
    (await read<Keys>(admin, `/integrations/${integration}/keys`)).data;
  const statesOf = (keyId: string) =>
    states.received
      .map(({ value }: Received) => JSON.parse(value ?? '').data)
      .filter((state: { keyId: string }) => state.keyId === keyId);

  it('are shown once, and stored only as a hash', async () => {
    const integration = await newIntegration();
    const { key, ...row } = await make(integration);
    expect(key).toMatch(/^ptk_live_[a-z2-7]{8}_[0-9A-Za-z]{32}$/);
    expect(row).toMatchObject({ kind: 'publish', mode: 'live', label: 'server', state: 'active', lastUsedAt: null });
    expect(await listed(integration)).toEqual([row]);
    const hash = createHash('sha256').update(key).digest('hex');
    const state = await eventually(() => statesOf(row.keyId)[0]);
    expect(state).toMatchObject({ integrationId: integration, hash, kind: 'publish', deletedAt: null });
    const secret = key.slice(-32);
    const orm = integrations.app.get(MikroORM);
    const stored = await orm.em.fork().execute('select to_jsonb(k)::text as row from integration_keys k');
    const sent = await orm.em.fork().execute('select value from outbox');
    expect(JSON.stringify([stored, sent, states.received])).not.toContain(secret);
  });

  it('are limited to five valid keys', async () => {
    const integration = await newIntegration();
    const keys = await Promise.all(Array.from({ length: 5 }, () => make(integration)));
    const path = `/integrations/${integration}/keys`;
    expect(await admin('POST', path, { label: 'sixth' })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await admin('DELETE', `${path}/${keys[0]?.keyId}`)).status).toBe(204);
    await make(integration);
    const attempts = await Promise.all(Array.from({ length: 8 }, () => admin('POST', path, { label: 'more' })));
    expect(attempts.map(({ status }) => status)).toEqual(Array(8).fill(409));
  });

  it('are rotated with or without an overlap', async () => {
    const integration = await newIntegration();
    const old = await make(integration, { label: 'billing run', mode: 'test' });
    const path = `/integrations/${integration}/keys`;
    const rotated = await admin('POST', `${path}/${old.keyId}/rotate`, { overlap: '1h' });
    expect(rotated).toMatchObject({ status: 201, body: { label: 'billing run', mode: 'test', state: 'active' } });
    const { keyId, key } = rotated.body as CreatedKey;
    expect(key).not.toBe(old.key);
    const [, before] = await listed(integration);
    expect(before).toMatchObject({ keyId: old.keyId, state: 'rotating' });
    const left = Date.parse(before?.expiresAt ?? '') - Date.now();
    expect(left).toBeGreaterThan(3_500_000);
    expect(left).toBeLessThanOrEqual(3_600_000);
    await admin('POST', `${path}/${keyId}/rotate`, { overlap: '0' });
    const [, replaced] = await listed(integration);
    expect(replaced).toMatchObject({ keyId, state: 'revoked' });
    expect((await admin('POST', `${path}/${keyId}/rotate`, { overlap: '0' })).status).toBe(409);
    expect((await admin('POST', `${path}/${old.keyId}/rotate`, { overlap: '2h' })).status).toBe(400);
  });

  it('are revoked permanently, also by the deletion of the integration', async () => {
    const integration = await newIntegration();
    const [one, other] = [await make(integration), await make(integration)];
    const path = `/integrations/${integration}/keys/${one.keyId}`;
    expect((await admin('DELETE', path)).status).toBe(204);
    expect((await admin('DELETE', path)).status).toBe(204);
    const state = await eventually(() => statesOf(one.keyId)[1]);
    expect(state).toMatchObject({ version: 2, deletedAt: expect.any(String) });
    await admin('DELETE', `/integrations/${integration}`);
    expect(await eventually(() => statesOf(other.keyId)[1])).toMatchObject({ deletedAt: expect.any(String) });
    expect((await admin('GET', `/integrations/${integration}/keys`)).status).toBe(404);
  });

  it('are revoked when the integration moves to another organization', async () => {
    const [from, to] = [await integrations.newOrganization(), await integrations.newOrganization()];
    const integration = await newIntegration(from);
    await make(integration);
    await admin('PATCH', `/integrations/${integration}`, { displayName: 'the same organization' });
    expect(await listed(integration)).toMatchObject([{ state: 'active' }]);
    await admin('PATCH', `/integrations/${integration}`, { organizationId: to });
    expect(await listed(integration)).toMatchObject([{ state: 'revoked' }]);
  });

  it('show when they were last used, to the minute', async () => {
    const integration = await newIntegration();
    const { id } = await make(integration);
    const minute = Math.floor(Date.now() / 60_000);
    const use = (version: number) =>
      integrations.producer.send({
        topic: keyUsed.topic,
        messages: [stateMessage(keyUsed, { id, version, deletedAt: null })],
      });
    await use(minute);
    await use(minute - 5);
    const at = new Date(minute * 60_000).toISOString();
    await eventually(async () => (await listed(integration))[0]?.lastUsedAt === at);
  });

  it.each([
    ['no label', {}],
    ['an unknown kind', { label: 'x', kind: 'admin' }],
    ['an unknown mode', { label: 'x', mode: 'staging' }],
    ['a label of 101 characters', { label: 'x'.repeat(101) }],
  ])('cannot be created with %s', async (_, body) => {
    const integration = await newIntegration();
    expect((await admin('POST', `/integrations/${integration}/keys`, body)).status).toBe(400);
  });
});
