import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TRUSTS } from '@portico/contracts/common/trust';
import type { Connect } from '@portico/contracts/http/connect';
import type { CreatedKey, IntegrationKey } from '@portico/contracts/http/integration-keys';
import type { Publisher } from '@portico/contracts/http/integration-publishers';
import { type Call, eventually, read, STARTING } from '@portico/testkit';
import { type Integrations, newId, type Row, startIntegrations } from './integrations.ts';

describe('connecting an integration', () => {
  let integrations: Integrations;
  let admin: Call;
  let organizationId: number;
  let integration: number;
  let manager: Call;
  let viewer: Call;
  let stranger: Call;

  const path = (rest: string): string => `/integrations/${integration}/${rest}`;
  const name = async (email: string): Promise<Publisher> =>
    (await manager('POST', path('publishers'), { email })).body as Publisher;

  beforeAll(async () => {
    integrations = await startIntegrations();
    ({ admin } = integrations);
    organizationId = await integrations.newOrganization();
    const { body } = await admin('POST', '/integrations', { name: 'payroll', organizationId });
    integration = (body as Row).id;
    const [first, second, third] = await Promise.all([integrations.user(), integrations.user(), integrations.user()]);
    [manager, viewer, stranger] = [first.call, second.call, third.call];
    await integrations.member({ userId: first.id, organizationId, role: 'manager' });
    await integrations.member({ userId: second.id, organizationId, role: 'operator' });
    await eventually(async () => (await manager('GET', path('connect'))).status === 200);
  }, STARTING);
  afterAll(async () => integrations?.stop());

  // spec: D.68, D.69
  it('is possible for administrators and managers of its organization, and returns 404 to others', async () => {
    expect(await read<Connect>(admin, path('connect'))).toMatchObject({ right: 'admin', trust: 'enforce' });
    expect(await read<Connect>(manager, path('connect'))).toMatchObject({
      id: integration,
      right: 'manager',
      organization: { id: organizationId },
      ingestUrl: 'http://api.test/ingest/events',
      tokenUrl: 'http://api.test/oauth/token',
      kafka: { sharedTopic: 'integration.events.v1', ownTopic: null },
    });
    for (const call of [viewer, stranger])
      for (const [method, rest, body] of [
        ['GET', 'connect'],
        ['GET', 'keys'],
        ['GET', 'publishers'],
        ['PUT', 'door'],
        ['POST', 'keys', { label: 'mine' }],
        ['PUT', 'trust', { trust: 'open' }],
        ['PUT', 'episodes', { bySubject: true }],
        ['POST', 'publishers', { email: 'me@example.test' }],
      ] as const)
        expect({ rest, status: (await call(method, path(rest), body)).status }).toEqual({ rest, status: 404 });
  });

  it("lists an organization's integrations for its members, with the member's right to connect each integration", async () => {
    const list = `/integrations/organizations/${organizationId}`;
    const row = { id: integration, name: 'payroll', active: true };
    expect(await read(admin, list)).toEqual({ data: [{ ...row, right: 'admin' }], count: 1 });
    expect(await read(manager, list)).toEqual({ data: [{ ...row, right: 'manager' }], count: 1 });
    await eventually(async () => (await viewer('GET', list)).status === 200);
    expect(await read(viewer, list)).toEqual({ data: [{ ...row, right: null }], count: 1 });
    expect(await read(viewer, `${list}?limit=1&offset=1`)).toEqual({ data: [], count: 1 });
    expect((await stranger('GET', list)).status).toBe(404);
    expect((await admin('GET', '/integrations/organizations/999999')).status).toBe(404);
    expect((await viewer('GET', `${list}?limit=0`)).status).toBe(400);
  });

  // spec: D.66, D.68, D.69
  it("is possible for a publisher as soon as an account has the publisher's e-mail", async () => {
    const email = `vendor${newId()}@example.test`;
    const named = await name(email.toUpperCase());
    expect(named).toMatchObject({ email, user: null });
    const { id, call } = await integrations.user({ email });
    await eventually(async () => (await call('GET', path('connect'))).status === 200);
    expect(await read<Connect>(call, path('connect'))).toMatchObject({ right: 'publisher' });
    expect(await read(call, '/integrations/connected')).toMatchObject({ count: 1, data: [{ id: integration }] });
    expect((await call('POST', path('keys'), { label: 'mine' })).status).toBe(201);
    expect((await call('PUT', path('trust'), { trust: 'enforce' })).body).toMatchObject({ trust: 'enforce' });
    // A publisher can neither read nor change the integration and its publishers.
    expect((await call('GET', path('publishers'))).status).toBe(403);
    expect((await call('PUT', path('episodes'), { bySubject: true })).status).toBe(403);
    expect((await call('POST', path('publishers'), { email })).status).toBe(403);
    expect((await call('GET', `/integrations/${integration}`)).status).toBe(403);
    expect((await manager('PUT', path('episodes'), { bySubject: true })).body).toEqual({ bySubject: true });
    expect(await name(email)).toMatchObject({ id: named.id, user: { id } });
    expect((await manager('DELETE', path(`publishers/${named.id}`))).status).toBe(204);
    expect((await call('GET', path('connect'))).status).toBe(404);
    expect(await read(call, '/integrations/connected')).toEqual({ count: 0, data: [] });
  });

  /** Adds a publisher who has an account, and returns a client of the publisher. */
  const publisher = async (): Promise<Call> => {
    const email = `vendor${newId()}@example.test`;
    await name(email);
    const { call } = await integrations.user({ email });
    await eventually(async () => (await call('GET', path('connect'))).status === 200);
    return call;
  };

  // spec: D.79, D.80
  it('keeps the trust of an existing integration when the default changes', async () => {
    const lenient = await startIntegrations({ INTEGRATION_TRUST_DEFAULT: 'observe' });
    const organizationId = await integrations.newOrganization();
    const made = await eventually(async () => {
      const { status, body } = await lenient.admin('POST', '/integrations', { name: 'kept', organizationId });
      return status === 201 && (body as { id: number });
    });
    await lenient.stop();
    const trustOf = async () => (await read<Connect>(admin, `/integrations/${made.id}/connect`)).trust;
    expect(await trustOf()).toBe('observe');
    await admin('PATCH', `/integrations/${made.id}`, { name: 'renamed' });
    expect(await trustOf()).toBe('observe');
    await admin('PUT', `/integrations/${made.id}/trust`, { trust: 'open' });
    expect(await trustOf()).toBe('open');
  });

  // spec: D.68
  it('lets publishers raise the trust, but only managers and administrators lower it', async () => {
    const vendor = await publisher();
    for (const before of TRUSTS)
      for (const after of TRUSTS) {
        expect((await manager('PUT', path('trust'), { trust: before })).status).toBe(200);
        const isLower = TRUSTS.indexOf(after) < TRUSTS.indexOf(before);
        const answer = await vendor('PUT', path('trust'), { trust: after });
        expect({ before, after, status: answer.status }).toEqual({ before, after, status: isLower ? 403 : 200 });
        const expected = isLower ? before : after;
        expect(await read<Connect>(manager, path('connect'))).toMatchObject({ trust: expected });
        expect((await admin('PUT', path('trust'), { trust: before })).status).toBe(200);
      }
    await admin('PUT', path('trust'), { trust: 'observe' });
  });

  // spec: D.68
  it("lets publishers end only publishers' keys, even if other keys have the same label", async () => {
    const [vendor, another] = [await publisher(), await publisher()];
    const make = async (call: Call): Promise<CreatedKey> => {
      const answer = await call('POST', path('keys'), { label: 'vendor' });
      expect(answer.status).toBe(201);
      return answer.body as CreatedKey;
    };
    const end = async (call: Call, { keyId }: CreatedKey): Promise<number[]> => [
      (await call('POST', path(`keys/${keyId}/rotate`), { overlap: '0' })).status,
      (await call('DELETE', path(`keys/${keyId}`))).status,
    ];
    for (const { keyId } of (await read<{ data: CreatedKey[] }>(admin, path('keys'))).data)
      await admin('DELETE', path(`keys/${keyId}`));
    const keys = { manager: await make(manager), admin: await make(admin), vendor: await make(vendor) };
    const rows = (await read<{ data: IntegrationKey[] }>(another, path('keys'))).data;
    const mayEnd = new Map(rows.map((row) => [row.keyId, row.mayEnd]));
    expect(Object.values(keys).map(({ keyId }) => mayEnd.get(keyId))).toEqual([false, false, true]);
    expect(await end(vendor, keys.manager)).toEqual([403, 403]);
    expect(await end(vendor, keys.admin)).toEqual([403, 403]);
    expect(await end(another, keys.vendor)).toEqual([201, 204]);
    expect(await end(manager, keys.admin)).toEqual([201, 204]);
  });

  it('is possible for a publisher whose account is created while the publisher is added', async () => {
    const emails = Array.from({ length: 40 }, () => `at-once${newId()}@example.test`);
    await Promise.all(emails.flatMap((email) => [name(email), integrations.user({ email })]));
    await eventually(async () => {
      const { data } = await read<{ data: Publisher[] }>(manager, path('publishers'));
      const unknown = data.filter(({ email, user }) => email.startsWith('at-once') && user === null);
      if (unknown.length > 0) throw new Error(`${unknown.length} of ${emails.length} publishers have no account`);
      for (const { id } of data) await manager('DELETE', path(`publishers/${id}`));
      return true as const;
    });
  });

  it('is no longer possible for a publisher whose account is deleted', async () => {
    const { id, email, call } = await integrations.user();
    await eventually(async () => (await name(email)).user?.id === id);
    expect((await call('GET', path('connect'))).status).toBe(200);
    await integrations.user({ id, email, version: 2, deletedAt: new Date().toISOString() });
    const emails = async (): Promise<string[]> =>
      (await read<{ data: Publisher[] }>(manager, path('publishers'))).data.map((one) => one.email);
    await eventually(async () => !(await emails()).includes(email));
    expect(await name(email)).toMatchObject({ email, user: null });
  });

  it("creates the integration's own topic only once", async () => {
    const { body } = await manager('PUT', path('door'));
    expect(body).toMatchObject({
      kafka: { ownTopic: `integration.door.v1.${integration}`, testTopic: `integration.door.v1.${integration}.test` },
    });
    expect((await manager('PUT', path('door'))).body).toEqual(body);
  });

  // spec: D.68
  it('is no longer possible for a manager whose membership is not approved any more', async () => {
    const { id, call } = await integrations.user();
    const membership = { id: newId(), userId: id, organizationId, role: 'manager' as const };
    await integrations.member(membership);
    await eventually(async () => (await call('GET', path('connect'))).status === 200);
    await integrations.member({ ...membership, version: 2, approved: false });
    await eventually(async () => (await call('GET', path('connect'))).status === 404);
  });
});
