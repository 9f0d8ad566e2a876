import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { MAX_VIEWS, View } from '@portico/contracts/http/views';
import { MAX_WHERE_LENGTH } from '@portico/contracts/query/limits';
import type { Call } from '@portico/testkit';
import { type Identity, startIdentity } from './identity.ts';

jest.setTimeout(30_000);

describe('saved views', () => {
  let identity: Identity;
  let client: Call;
  let admin: Call;

  beforeAll(async () => {
    identity = await startIdentity();
    ({ call: client } = await identity.as('client'));
    ({ call: admin } = await identity.as('admin'));
    for (const call of [client, admin]) for (const { id } of await list(call)) await call('DELETE', `/views/${id}`);
  }, 60_000);
  afterAll(() => identity?.stop());

  const list = async (call: Call): Promise<View[]> => {
    const { body } = await call('GET', '/views');
    const { data, count } = body as { data: View[]; count: number };
    expect(count).toBe(data.length);
    return data.map((view) => View.parse(view));
  };
  const save = async (call: Call, name: string, search: object = {}): Promise<View> => {
    const { status, body } = await call('POST', '/views', { name, search });
    expect({ status, body }).toMatchObject({ status: 201 });
    return View.parse(body);
  };

  it('are created, renamed, changed, deleted, and listed by name', async () => {
    const search = { status: 'FAILURE', query: 'a&b=c', from: '2026-01-01T00:00:00Z' };
    const { id, createdAt } = await save(client, ' Failures ', search);
    await save(client, 'bank');
    expect(await list(client)).toMatchObject([{ name: 'bank' }, { id, name: 'Failures', search, createdAt }]);
    expect(await client('PATCH', `/views/${id}`, { name: 'All' })).toMatchObject({ status: 200, body: { search } });
    expect((await client('PATCH', `/views/${id}`, { search: { type: 'x' } })).body).toEqual({
      id,
      name: 'All',
      search: { type: 'x' },
      sharedWith: null,
      organization: null,
      isOwn: true,
      mayChange: true,
      responsible: { id: expect.any(Number), name: expect.any(String) },
      needsOwnerSince: null,
      place: 'listed',
      createdAt,
    });
    expect((await client('DELETE', `/views/${id}`)).status).toBe(204);
    expect((await list(client)).map(({ name }) => name)).toEqual(['bank']);
  });

  it('have names unique per user, ignoring case', async () => {
    const { id } = await save(client, 'Mine');
    const other = await save(client, 'Other');
    const refusal = { status: 409, body: { code: 'already_exists', faults: [{ pointer: '/name' }] } };
    expect(await client('POST', '/views', { name: 'MINE', search: {} })).toMatchObject(refusal);
    expect(await client('PATCH', `/views/${other.id}`, { name: 'mine' })).toMatchObject(refusal);
    expect((await client('PATCH', `/views/${id}`, { name: 'MINE' })).status).toBe(200);
    await save(admin, 'Mine');
  });

  it('are not visible to another user', async () => {
    const { id } = await save(client, 'Private');
    for (const [method, body] of [['PATCH', { name: 'Taken' }], ['DELETE']] as const)
      expect(await admin(method, `/views/${id}`, body)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await list(admin)).map(({ name }) => name)).not.toContain('Private');
    expect((await list(client)).map(({ name }) => name)).toContain('Private');
    expect((await identity.anonymous('GET', '/views')).status).toBe(401);
  });

  it('are rejected if malformed', async () => {
    const refused: [body: object, pointer: string][] = [
      [{ name: ' ', search: {} }, '/name'],
      [{ name: 'x'.repeat(101), search: {} }, '/name'],
      [{ name: 'x' }, '/search'],
      [{ name: 'x', search: { page: 2 } }, '/search/page'],
      [{ name: 'x', search: { query: 'x'.repeat(MAX_WHERE_LENGTH + 1) } }, '/search/query'],
      [{ name: 'x', search: {}, sharedWith: 'everybody' }, '/sharedWith'],
      [{ name: 'x', search: Object.fromEntries(Array.from({ length: 21 }, (_, key) => [key, ''])) }, '/search'],
    ];
    for (const [body, pointer] of refused)
      expect(await client('POST', '/views', body)).toMatchObject({ status: 400, body: { faults: [{ pointer }] } });
  });

  it(`are limited to ${MAX_VIEWS} per user, also when saved concurrently`, async () => {
    const answers = await Promise.all(
      Array.from({ length: MAX_VIEWS + 5 }, (_, index) =>
        admin('POST', '/views', { name: `view ${index}`, search: {} }),
      ),
    );
    expect(await list(admin)).toHaveLength(MAX_VIEWS);
    expect(answers.find(({ status }) => status !== 201)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  it('are deleted with their user', async () => {
    const { call: boss } = await identity.as('superadmin');
    const vendor = await identity.as('vendor');
    await save(vendor.call, 'Soon gone');
    expect((await boss('DELETE', `/users/${vendor.id}`)).status).toBe(204);
    const again = await identity.as('vendor');
    expect(await list(again.call)).toEqual([]);
  });
});
