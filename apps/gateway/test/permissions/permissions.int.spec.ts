import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Call, eventually } from '@portico/testkit';
import { type Exchange, expectEntries } from './audit.ts';
import { endpoints, HOSTILE_VALUES, paramsOf } from './endpoints.ts';
import { type Product, type Role, ROLES, type Service, SERVICES, startProduct } from './product.ts';
import type { Row } from './row.ts';
import { TABLE } from './table.ts';
import { createWorld, type World } from './world.ts';

/** One endpoint per service that returns data or 403 to a signed-in user, and 401 only to a caller without a valid token. */
const OWN: Record<Service, string> = {
  identity: '/views',
  orgs: '/users/organizations',
  integrations: '/integrations',
  billing: '/billable-products',
  events: '/events',
  alerts: '/episodes',
};
/** Sends the path as it is (`fetch` would resolve dot segments), and returns the status of the response. */
const statusOf = (base: string, method: string, path: string, token: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    request({ hostname, port, method, path, headers }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end(method === 'GET' ? undefined : '{}');
  });

describe("the product's endpoints", () => {
  let product: Product;
  let world: World;
  beforeAll(async () => {
    product = await startProduct();
    world = createWorld(product);
  }, 300_000); // eight processes start at once
  afterAll(() => product?.stop());

  const exchanges: Exchange[] = [];
  const ask = async ({ endpoint, send }: Row, role: Role): Promise<number> => {
    const person = product.people[role];
    const { id, query = '', body, headers } = (await send?.(world, person)) ?? {};
    const ids = [id ?? ''].flat();
    const path = endpoint.path.replaceAll(/\{\w+\}/g, () => String(ids.length > 1 ? ids.shift() : ids[0]));
    const answer = await person.call(endpoint.method, `${path}${query}`, body, headers);
    expect([answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual(['no-store', null]);
    exchanges.push({ endpoint, person, ids, answer });
    return answer.status;
  };

  it('all have a row in the permission table', async () => {
    const tested = new Set(TABLE.map(({ endpoint }) => endpoint));
    const unsaid = (await endpoints()).filter(([, endpoint]) => !tested.has(endpoint)).map(([name]) => name);
    expect(unsaid).toEqual([]);
  });

  // spec: 1.5, D.2, D.3, D.4, D.5, D.6, D.7, D.9, D.108, D.11, D.12, D.13, D.16, D.18, D.19, D.20, D.67, D.68, D.69, D.105
  it.each(TABLE.map((row) => [row.endpoint.method, row.endpoint.path, row.what, row] as const))(
    'respond as the table lists, and are never cached: %s %s for %s',
    async (_method, _path, _what, row) => {
      const answers: [Role, number][] = [];
      for (const role of ROLES) answers.push([role, await ask(row, role)]);
      expect(Object.fromEntries(answers)).toEqual(row.answers);
    },
  );

  // Checks the audit entries of the requests that the test above sent, one request per row and role.
  it('write an audit entry for each successful call, and no such entry for any other call', async () => {
    await expectEntries(exchanges, product.people.super_admin.call);
  }, 60_000);

  // spec: D.8
  it('show non-members only the id and name of an organization, in a search for at least two characters', async () => {
    const { client, admin } = product.people;
    await world.organization();
    const list = async (call: typeof client.call, search: string): Promise<{ data: object[]; count: number }> =>
      (await call('GET', `/organizations?search=${search}`)).body as { data: object[]; count: number };
    expect((await list(client.call, 's')).count).toBe(0);
    const [one] = (await list(client.call, 'so')).data;
    expect(Object.keys(one ?? {}).toSorted((a, b) => a.localeCompare(b))).toEqual(['id', 'name']);
    expect((await list(admin.call, 's')).count).toBeGreaterThan(0);
  });

  // spec: D.6
  it('show super admins only to super admins', async () => {
    const { admin, super_admin: boss } = product.people;
    await world.user('SUPER_ADMIN');
    const types = async ({ call }: typeof admin): Promise<string[]> => {
      const { data } = (await call('GET', '/users?limit=100')).body as { data: { usertype: string }[] };
      return data.map(({ usertype }) => usertype);
    };
    expect(await types(boss)).toContain('SUPER_ADMIN');
    expect(await types(admin)).not.toContain('SUPER_ADMIN');
  });

  it.each([
    ['is not JSON', '{"a":', 400, 'malformed_request', 'The request could not be read. Its body should be JSON.'],
    ['is too large', JSON.stringify('x'.repeat(300_000)), 413, 'payload_too_large', 'The body is too large'],
  ])(
    "respond to a body that %s with the documented problem and a request id, at every service's port",
    async (_, sent, status, code, message) => {
      const { admin } = product.people;
      for (const service of SERVICES) {
        for (const call of [admin.call, admin.at(service)]) {
          const answer = await call('POST', OWN[service], sent);
          const requestId = answer.headers.get('x-request-id');
          expect(answer).toMatchObject({ status, body: { code, message, detail: message, requestId } });
          expect(requestId).toMatch(/^[\w-]{36}$/);
        }
      }
    },
  );

  it('respond to a malformed path with the documented problem', async () => {
    const { admin } = product.people;
    const message = 'There is nothing at this address';
    for (const service of SERVICES)
      expect(await admin.at(service)('GET', '/nowhere?pass=x')).toMatchObject({ status: 404, body: { message } });
    expect(await admin.call('GET', '/nowhere?pass=x')).toMatchObject({ status: 404, body: { message } });
    expect(await admin.call('GET', '/users/%E0%A4%A')).toMatchObject({
      status: 400,
      body: { code: 'malformed_request', message: 'The request could not be read' },
    });
  });

  it('respond to a hostile path parameter with 400 or 404, in any encoding, and change nothing', async () => {
    const { super_admin: boss } = product.people;
    const integration = await world.integration();
    const parameters = (await endpoints()).flatMap(([, endpoint]) =>
      paramsOf(endpoint).map((name) => ({ endpoint, name })),
    );
    for (const { endpoint, name } of parameters) {
      const fill = (text: string): string =>
        endpoint.path.replaceAll(/\{(\w+)\}/g, (_, each) => (each === name ? text : String(integration)));
      const paths = HOSTILE_VALUES.map((value) => encodeURIComponent(value)).flatMap((encoded) => [
        fill(encoded),
        fill(encoded.replaceAll('.', '%2e')),
      ]);
      await Promise.all(
        paths.map(async (path) => {
          const status = await statusOf(product.url, endpoint.method, path, boss.token);
          expect([endpoint.method, path, status]).toEqual([
            endpoint.method,
            path,
            [400, 404].find((no) => no === status),
          ]);
        }),
      );
    }
    for (const method of ['DELETE', 'PUT', 'PATCH'])
      for (const call of [boss.call, boss.at('integrations')])
        expect(
          (await call(method, `/integrations/${integration}/schemas/${encodeURIComponent('..')}`, {})).status,
        ).toBe(404);
    expect((await boss.call('GET', `/integrations/${integration}`)).status).toBe(200);
    // The test sends about two thousand requests.
  }, 60_000);

  // spec: D.31
  it.each([
    ['role was changed', 'vendor', (call: Call, id: number) => call('PATCH', `/users/${id}`, { usertype: 'ADMIN' })],
    ['account was deleted', 'lead', (call: Call, id: number) => call('DELETE', `/users/${id}`)],
    ['sessions were ended', 'client', (call: Call, id: number) => call('DELETE', `/users/${id}/sessions`)],
  ] as const)(
    'reject the token of a user whose %s, at the gateway and at the port of every service',
    async (_, role, change) => {
      const { super_admin: boss, [role]: person } = product.people;
      for (const service of SERVICES) expect((await person.at(service)('GET', OWN[service])).status).not.toBe(401);
      await change(boss.call, person.id);
      for (const service of SERVICES) {
        for (const call of [person.call, person.at(service)]) {
          const { body } = await eventually(async () => {
            const answer = await call('GET', OWN[service]);
            return answer.status === 401 && answer;
          });
          expect(body).toMatchObject(
            role === 'client'
              ? { code: 'session_ended', message: 'Your session was ended. Please sign in again.' }
              : { code: 'unauthenticated', message: 'Your account has changed. Please sign in again.' },
          );
        }
      }
      expect((await person.call('GET', '/config')).status).toBe(200);
    },
  );
});
