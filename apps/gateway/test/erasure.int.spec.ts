import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, caller, eventually, read, STARTING } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { Client } from 'pg';
import { type Person, type Product, startProduct } from './permissions/product.ts';
import { placesOf, tablesReferringToPeople, tracesOf } from './traces-of-a-person.ts';

const mark = randomUUID().slice(0, 8);
const NAME = `Canary Name${mark}`;
const EMAIL = `canary.${mark}@erased.test`;

/** Returns the answer. @throws if its status is not `expected`. */
const expectStatus = (answer: Answer, expected: number): Answer => {
  if (answer.status !== expected) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
};
const idOf = (answer: Answer): number => (expectStatus(answer, 201).body as { id: number }).id;

describe('the personal data of a user', () => {
  let product: Product;
  let person: Person;
  let [organizationId, episodeId, integrationId] = [0, 0, 0];

  const inDatabase = async (database: string, sql: string, values: unknown[] = []): Promise<void> => {
    const client = new Client({ connectionString: `${product.engines.postgresUrl.replace(/\/$/, '')}/${database}` });
    await client.connect();
    await client.query(sql, values).finally(() => client.end());
  };

  beforeAll(async () => {
    product = await startProduct();
    const { super_admin: admin, client } = product.people;
    expectStatus(await admin.call('PATCH', `/users/${client.id}`, { name: NAME, email: EMAIL }), 200);
    const confirmation = await eventually(() => product.mails().find(({ text }) => text.includes('confirm-email#')));
    const token = /confirm-email#(\S+)/.exec(confirmation.text)?.[1];
    expectStatus(await product.people.anonymous.call('POST', '/users/email/confirm', { token }), 200);
    person = await product.signOn('client');
    expect(person.id).toBe(client.id);
    // Creates a manager's data in every service.
    organizationId = idOf(await person.call('POST', '/organizations', { name: `Org ${mark}`, billingEmail: EMAIL }));
    const other = idOf(await admin.call('POST', '/organizations', { name: `Other ${mark}` }));
    expectStatus(await admin.call('POST', `/organizations/${other}/invitations`, { email: EMAIL }), 201);
    integrationId = idOf(await admin.call('POST', '/integrations', { name: `payroll ${mark}`, organizationId }));
    const key = await eventually(async () => {
      const answer = await person.call('POST', `/integrations/${integrationId}/keys`, { label: 'mine' });
      return answer.status === 201 && (answer.body as { key: string });
    });
    expectStatus(
      await person.call('PUT', `/integrations/${integrationId}/schemas/payrun.completed`, { type: 'object' }),
      200,
    );
    await eventually(
      async () =>
        (await person.call('POST', '/views', { name: 'mine', search: {}, sharedWith: organizationId })).status === 201,
    );
    await eventually(
      async () =>
        (
          await person.call('POST', '/channels', {
            owner: 'organization',
            organizationId,
            name: EMAIL,
            target: { type: 'email', address: EMAIL },
          })
        ).status === 201,
    );
    expectStatus(
      await person.call('POST', '/channels', { name: 'own', target: { type: 'email', address: EMAIL } }),
      201,
    );
    const checkout = { organizationId, productIds: ['prod_voucher_50'] };
    await eventually(async () => (await person.call('POST', '/stripe/checkout', checkout)).status === 200);
    const failure = integrationEvent({ source_id: integrationId, organization_id: organizationId, result: 'FAILURE' });
    await eventually(
      async () => (await caller(product.url, key.key)('POST', '/ingest/events', failure)).status === 202,
    );
    const episode = await eventually(
      async () => (await read<{ data: { id: number }[] }>(person.call, '/episodes')).data[0],
    );
    episodeId = episode.id;
    expectStatus(await person.call('POST', `/episodes/${episodeId}/acknowledge`), 200);
    expectStatus(await admin.call('POST', `/episodes/${episodeId}/assign`, { userId: person.id }), 200);
    // A dead letter that contains the user's state, in the format in which consumers store dead letters.
    const state = JSON.stringify({ data: { id: person.id, version: 1, name: NAME, email: EMAIL, deletedAt: null } });
    for (const service of ['orgs', 'integrations', 'alerts'])
      await inDatabase(
        service,
        `insert into dead_letters (topic, partition, "offset", published_at, key, value, reason)
         values ('identity.user.v1', 0, 999999, now(), convert_to($1, 'UTF8'), convert_to($2, 'UTF8'), 'a test')`,
        [String(person.id), state],
      );
  }, 3 * STARTING);
  afterAll(() => product?.stop());

  it('is described in privacy.md with every table and topic', async () => {
    const page = readFileSync(fileURLToPath(new URL('../../../docs/operations/privacy.md', import.meta.url)), 'utf8');
    const described = [...page.matchAll(/^\| `([\w.-]+)` \|.*\|.*\|.+\|$/gm)].map(([, place = '']) => place);
    const common = /^(?:\w+\.(?:outbox|relay_lease|dead_letters|mikro_orm_migrations))$/;
    const places = (await placesOf(product.engines)).filter((place) => !common.test(place));
    expect(described.toSorted()).toEqual(places);
  });

  it('can be exported without secrets', async () => {
    const { super_admin: admin, vendor } = product.people;
    const path = `/users/${person.id}/export`;
    const own = await read<Record<string, Record<string, object[]>>>(person.call, path);
    expect(Object.keys(own).toSorted()).toEqual(['alerts', 'billing', 'identity', 'integrations', 'orgs']);
    expect(own).toMatchObject({
      identity: {
        users: [{ name: NAME, email: EMAIL }],
        bindings: [{ user_id: person.id }],
        views: [{ name: 'mine' }],
      },
      orgs: { users: [{ email: EMAIL }], invitations: [{ email: EMAIL }], organizations: [{ billing_email: EMAIL }] },
      integrations: { integration_keys: [{ created_by: EMAIL }], integration_event_schemas: [{ updated_by: EMAIL }] },
      billing: { memberships: [{ user_id: person.id }] },
      alerts: {
        channels: expect.arrayContaining([
          expect.objectContaining({ owner: 'organization' }),
          expect.objectContaining({ owner: 'user' }),
        ]),
        episodes: [{ assignee_id: person.id }],
      },
    });
    const text = JSON.stringify(own);
    expect(text).not.toMatch(
      /"(sealed|sealed_previous|code_nonce|hash|hook_sealed|hook_id|nonce|token_hash|confirm_hash|cancel_hash|search_text)":/,
    );
    expect(await read(admin.call, path)).toEqual(own);
    for (const call of [
      vendor.call,
      ...(['identity', 'orgs', 'integrations', 'billing', 'alerts'] as const).map((one) => vendor.at(one)),
    ])
      expect((await call('GET', path)).status).toBe(403);
    expect((await product.people.anonymous.call('GET', path)).status).toBe(401);
    expect((await admin.call('GET', '/users/2000000000/export')).status).toBe(404);
  });

  it('is exported from every table that refers to a person', async () => {
    const own = await read<Record<string, Record<string, object[]>>>(person.call, `/users/${person.id}/export`);
    const exported = Object.entries(own).flatMap(([service, tables]) =>
      Object.keys(tables).map((table) => `${service}.${table}`),
    );
    const referring = await tablesReferringToPeople(product.engines);
    const elsewhere = [
      // The user export does not ask the events service; a redrive refers to its user by id only.
      'events.redrives',
      // A row belongs to an organization, and contains the buyer's e-mail only until Stripe has received it.
      'billing.customers',
    ];
    const letters = /\.dead_letters$/;
    expect(referring.filter((table) => !exported.includes(table) && !letters.test(table)).toSorted()).toEqual(
      elsewhere.toSorted(),
    );
  });

  it(
    'disappears from every table, topic and index when the user is deleted',
    async () => {
      const { super_admin: admin } = product.people;
      expect(await tracesOf(product.engines, [NAME, EMAIL])).toEqual([
        'alerts.channels',
        'alerts.dead_letters',
        'alerts.users',
        'clickhouse.audit',
        'identity.email_changes',
        'identity.users',
        'integrations.dead_letters',
        'integrations.integration_event_schemas',
        'integrations.integration_keys',
        'integrations.users',
        'kafka.identity.user.v1',
        'orgs.dead_letters',
        'orgs.invitations',
        'orgs.organizations',
        'orgs.users',
      ]);
      expectStatus(await admin.call('DELETE', `/users/${person.id}`), 204);
      let left = [''];
      await eventually(async () => {
        left = await tracesOf(product.engines, [NAME, EMAIL]);
        return left.length === 0;
      }).catch(() => undefined);
      expect(left).toEqual([]);
      const keys = await read<{ data: { createdBy: string }[] }>(admin.call, `/integrations/${integrationId}/keys`);
      expect(keys.data.map(({ createdBy }) => createdBy)).toEqual([`deleted user ${person.id}`]);
      const { timeline } = await read<{ timeline: { kind: string; text: string | null }[] }>(
        admin.call,
        `/episodes/${episodeId}`,
      );
      expect(timeline.find(({ kind }) => kind === 'assigned')?.text).toBe(`deleted user ${person.id}`);
      expect((await person.call('GET', '/organizations')).status).toBe(401);
    },
    2 * STARTING,
  );
});
