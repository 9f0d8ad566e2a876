import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AggregateState, StateTopic } from '@portico/contracts/events/domain-event';
import { TOPICS } from '@portico/kafka';
import { purchaseChanged, type PurchaseState } from '@portico/contracts/events/billing';
import { userChanged, type UserState } from '@portico/contracts/events/identity';
import { membershipChanged, organizationChanged } from '@portico/contracts/events/orgs';
import { type OwnEngines, type ServiceProcess, startOwnEngines, startServiceProcess } from '@portico/testkit';
import {
  eventually,
  haveConsumedAll,
  serviceEnvironment,
  stateMessage,
  startTestTokens,
  type TestTokens,
} from '@portico/testkit';
import { Client } from 'pg';

/** The tables that domain events change, by service. */
const TABLES = {
  identity: ['users', 'seen_purchases', 'organizations', 'memberships', 'outbox'],
  orgs: ['users', 'organizations', 'purchases', 'organization_products', 'organization_entitlements', 'outbox'],
  integrations: ['organizations', 'outbox'],
  billing: ['organizations', 'memberships', 'outbox'],
  alerts: ['users', 'organizations', 'memberships', 'integrations', 'outbox'],
};
type Service = keyof typeof TABLES;
const SERVICES: Service[] = ['identity', 'orgs', 'integrations', 'billing', 'alerts'];
const ID = 601;

const user: UserState = {
  id: ID,
  version: 1,
  accessVersion: 1,
  deletedAt: null,
  name: 'Ada',
  email: 'ada@portico.test',
  usertype: 'CLIENT',
};
const purchase: PurchaseState = {
  id: ID,
  version: 1,
  deletedAt: null,
  organizationId: ID,
  customerId: 'cus_old',
  checkoutSessionId: 'cs_test_1',
  boughtBy: ID,
  purchasedAt: '2026-11-21T12:00:00.000Z',
  items: [
    {
      productId: 'prod_1',
      name: 'Bank account',
      quantity: 1,
      status: 'active',
      product: { name: 'Financial management', type: 'base' },
      entitlements: [{ lookupKey: 'banks', name: 'Banks', description: null, included: 0, granted: 2 }],
    },
  ],
};
const organization = { id: ID, version: 1, deletedAt: null, name: 'Northwind' };
const membership = {
  id: ID,
  version: 1,
  deletedAt: null,
  userId: ID,
  organizationId: ID,
  approved: true,
  role: 'viewer' as const,
};

describe('the consumers of domain events', () => {
  let own: OwnEngines;
  let tokens: TestTokens;
  let services: ServiceProcess[] = [];

  const start = async (): Promise<void> => {
    const environment = serviceEnvironment(own, tokens);
    services = await Promise.all(SERVICES.map((name) => startServiceProcess(name, environment)));
  };
  beforeAll(async () => {
    [own, tokens] = await Promise.all([startOwnEngines(), startTestTokens()]);
    await start();
  }, 300_000);
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await Promise.all([own?.stop(), tokens?.stop()]);
  });

  const query = async (service: Service, sql: string): Promise<unknown[]> => {
    const client = new Client({ connectionString: `${own.environment.POSTGRES_URL}/${service}` });
    await client.connect();
    const { rows } = await client.query(sql);
    await client.end();
    return rows;
  };
  const publish = async <State extends AggregateState>(topic: StateTopic<State>, ...states: State[]): Promise<void> => {
    const producer = own.kafka.producer();
    await producer.connect();
    await producer.send({ topic: topic.topic, messages: states.map((state) => stateMessage(topic, state)) });
    await producer.disconnect();
  };
  const ends = async (): Promise<Map<string, string>> => {
    const admin = own.kafka.admin();
    await admin.connect();
    const all = new Map<string, string>();
    // Skip topics of services that this test does not start, because these topics do not exist.
    const there = new Set(await admin.listTopics());
    const compacted = TOPICS.filter(({ name, config }) => there.has(name) && config['cleanup.policy'] === 'compact');
    for (const { name } of compacted)
      for (const { partition, high } of await admin.fetchTopicOffsets(name)) all.set(`${name}/${partition}`, high);
    await admin.disconnect();
    return all;
  };
  const isConsumed = (): Promise<boolean> =>
    haveConsumedAll(
      own.kafka,
      SERVICES.map((name) => `${name}.domain-events`),
    );
  const readTables = async () => {
    const rows = SERVICES.flatMap((service) =>
      TABLES[service].map(async (table) => {
        const sql = `select to_jsonb(kept) as row from ${table} kept order by to_jsonb(kept)::text`;
        return [`${service}.${table}`, await query(service, sql)] as const;
      }),
    );
    return { tables: Object.fromEntries(await Promise.all(rows)), ends: Object.fromEntries(await ends()) };
  };
  const publishAll = async (): Promise<void> => {
    await publish(userChanged, user, { ...user, version: 3, name: 'Ada Lovelace' }, { ...user, version: 2 });
    await publish(userChanged, { ...user, id: ID + 1, version: 2, deletedAt: '2026-11-21T12:00:00.000Z' });
    await publish(organizationChanged, { ...organization, version: 2, name: 'Northwind Ltd' }, organization);
    await publish(membershipChanged, { ...membership, version: 2, approved: false }, membership);
    await publish(purchaseChanged, purchase, { ...purchase, version: 2 }, purchase);
    const second = { ...purchase, id: ID + 1, checkoutSessionId: 'cs_test_2', customerId: 'cus_new' };
    await publish(purchaseChanged, second);
  };

  it('ignore repeated, late and replayed states', async () => {
    await query('identity', `insert into users (id, name, email, usertype) values (${ID}, 'Ada', 'a@b.test', 'LEAD')`);
    await query('orgs', `insert into organizations (id, name) values (${ID}, 'Northwind')`);
    await publishAll();
    await eventually(isConsumed, 60_000);
    expect(await query('identity', `select usertype from users where id = ${ID}`)).toEqual([{ usertype: 'CLIENT' }]);
    expect(await query('integrations', 'select name, version from organizations')).toEqual([
      { name: 'Northwind Ltd', version: 2 },
    ]);
    // Make the buyer a lead again, as a super admin can do.
    await query('identity', `update users set usertype = 'LEAD' where id = ${ID}`);
    await query('orgs', `update organizations set customer_id = 'cus_typed' where id = ${ID}`);
    await eventually(async () => (await query('orgs', 'select 1 from outbox')).length === 0);
    await eventually(async () => (await query('identity', 'select 1 from outbox')).length === 0);
    await eventually(isConsumed, 60_000);

    const before = await readTables();
    await publishAll();
    await eventually(isConsumed, 60_000);
    expect((await readTables()).tables).toEqual(before.tables);

    const redelivered = await readTables();
    await Promise.all(services.map((service) => service.stop()));
    const admin = own.kafka.admin();
    await admin.connect();
    await admin.deleteGroups(SERVICES.map((name) => `${name}.domain-events`));
    await admin.disconnect();
    await start();
    await eventually(isConsumed, 60_000);
    expect(await readTables()).toEqual(redelivered);
  }, 400_000);
});
