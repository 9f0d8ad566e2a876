import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, caller, eventually, STARTING } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { Client } from 'pg';
import { type Person, type Product, startProduct } from './permissions/product.ts';
import { tracesOf } from './traces-of-a-person.ts';

const mark = randomUUID().slice(0, 8);
const NAME = `Canary Name${mark}`;
const EMAIL = `canary.${mark}@erased.test`;

const bodyOf = <Body>({ status, body }: Answer, expected = 201): Body => {
  if (status !== expected) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body as Body;
};

describe('deleting a person', () => {
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
    bodyOf(await admin.call('PATCH', `/users/${client.id}`, { name: NAME, email: EMAIL }), 200);
    const confirmation = await eventually(() => product.mails().find(({ text }) => text.includes('confirm-email#')));
    const token = /confirm-email#(\S+)/.exec(confirmation.text)?.[1];
    bodyOf(await product.people.anonymous.call('POST', '/users/email/confirm', { token }), 200);
    person = await product.signOn('client');
    expect(person.id).toBe(client.id);
    // What a manager leaves in every service.
    ({ id: organizationId } = bodyOf<{ id: number }>(
      await person.call('POST', '/organizations', { name: `Org ${mark}`, billingEmail: EMAIL }),
    ));
    const other = bodyOf<{ id: number }>(await admin.call('POST', '/organizations', { name: `Other ${mark}` }));
    bodyOf(await admin.call('POST', `/organizations/${other.id}/invitations`, { email: EMAIL }));
    ({ id: integrationId } = bodyOf<{ id: number }>(
      await admin.call('POST', '/integrations', { name: `payroll ${mark}`, organizationId }),
    ));
    const key = await eventually(async () => {
      const answer = await person.call('POST', `/integrations/${integrationId}/keys`, { label: 'mine' });
      return answer.status === 201 && bodyOf<{ key: string }>(answer);
    });
    bodyOf(
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
    bodyOf(await person.call('POST', '/channels', { name: 'own', target: { type: 'email', address: EMAIL } }));
    const checkout = { organizationId, productIds: ['prod_voucher_50'] };
    await eventually(async () => (await person.call('POST', '/stripe/checkout', checkout)).status === 200);
    const failure = integrationEvent({ source_id: integrationId, organization_id: organizationId, result: 'FAILURE' });
    await eventually(
      async () => (await caller(product.url, key.key)('POST', '/ingest/events', failure)).status === 202,
    );
    const episode = await eventually(
      async () => bodyOf<{ data: { id: number }[] }>(await person.call('GET', '/episodes'), 200).data[0],
    );
    episodeId = episode.id;
    bodyOf(await person.call('POST', `/episodes/${episodeId}/acknowledge`), 200);
    bodyOf(await admin.call('POST', `/episodes/${episodeId}/assign`, { userId: person.id }), 200);
    // A state that a service could not apply, as the consumer keeps it.
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

  it(
    'leaves neither name nor e-mail in any table, topic or index',
    async () => {
      const { super_admin: admin } = product.people;
      expect(await tracesOf(product.engines, [NAME, EMAIL])).toEqual([
        'alerts.channels',
        'alerts.dead_letters',
        'alerts.users',
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
      bodyOf(await admin.call('DELETE', `/users/${person.id}`), 204);
      let left = [''];
      await eventually(async () => {
        left = await tracesOf(product.engines, [NAME, EMAIL]);
        return left.length === 0;
      }).catch(() => undefined);
      expect(left).toEqual([]);
      const keys = bodyOf<{ data: { createdBy: string }[] }>(
        await admin.call('GET', `/integrations/${integrationId}/keys`),
        200,
      );
      expect(keys.data.map(({ createdBy }) => createdBy)).toEqual([`deleted user ${person.id}`]);
      const { timeline } = bodyOf<{ timeline: { kind: string; text: string | null }[] }>(
        await admin.call('GET', `/episodes/${episodeId}`),
        200,
      );
      expect(timeline.find(({ kind }) => kind === 'assigned')?.text).toBe(`deleted user ${person.id}`);
      expect((await person.call('GET', '/organizations')).status).toBe(401);
    },
    2 * STARTING,
  );
});
