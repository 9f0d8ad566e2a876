import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually, randomFrom, SEED } from '@portico/testkit';
import { Client } from 'pg';
import {
  codeIn,
  happens,
  newChannel,
  newRule,
  type Noticing,
  valueAt,
  startNoticing,
  verifiedWebhook,
} from './noticing.ts';

jest.setTimeout(600_000);

/** Integrations with one channel each. The notices of all event names just fit into a channel's hourly limit. */
const INTEGRATIONS = Array.from({ length: 5 }, (_, index) => index + 1);
const NAMES = Array.from({ length: 10 }, (_, index) => `c.${index}`);
const TRANSITIONS = 2 * INTEGRATIONS.length * NAMES.length;
const NOON = Date.now() - 60 * 60_000;
const PAGERDUTY = '/pagerduty/v2/enqueue';
const pathOf = (integration: number): string => `/webhook/${integration}`;

describe('the sender', () => {
  let noticing: Noticing;
  let database: Client;

  beforeAll(async () => {
    noticing = await startNoticing({ NOTICE_WAIT_SECONDS: '0' }, { withEvents: false });
    const { stack } = noticing;
    const admin = await stack.furnish();
    const manager = await stack.as('CLIENT', 6);
    for (const id of INTEGRATIONS) await stack.publisher.integration(id, { name: `integration ${id}` });
    for (const id of INTEGRATIONS)
      await eventually(
        async () => (await admin('PUT', `/episodes/integrations/${id}/settling`, { minutes: 0 })).status === 200,
      );
    const target = { type: 'pagerduty', routingKey: 'R0UT1NGKEY0000000000000000000000' } as const;
    const pagerduty = await newChannel(manager, target);
    const sent = await eventually(() => noticing.hooksAt(PAGERDUTY)[0]);
    await manager('POST', `/channels/${pagerduty.id}/verify`, { code: codeIn(JSON.stringify(sent.body)) });
    for (const id of INTEGRATIONS) {
      const webhook = await verifiedWebhook(noticing, manager, pathOf(id));
      await newRule(manager, id === 1 ? [webhook.id, pagerduty.id] : [webhook.id], { filter: { integrationId: id } });
    }
    const address = new URL(stack.own.environment.POSTGRES_URL);
    address.pathname = '/alerts';
    database = new Client(address.href);
    await database.connect();
  }, 180_000);
  afterAll(async () => {
    await database?.end();
    await noticing?.stop();
  });

  const numberOf = async (sql: string): Promise<number> => Number((await database.query(sql)).rows[0].n);
  const transitions = () => numberOf('select count(*) as n from transitions');
  const left = () =>
    numberOf(`select (select count(*) from transitions where planned_at is null)
      + (select count(*) from pending_notices where due_at is not null)
      + (select count(*) from deliveries where state in ('pending', 'sending')) as n`);
  const all = (moments: { failure?: number; success?: number }): Promise<unknown> =>
    Promise.all(INTEGRATIONS.flatMap((id) => NAMES.map((name) => happens(noticing, name, moments, { source_id: id }))));

  /** Kills the process at random moments until `expected` transitions have been sent. */
  const killUntilSent = async (random: () => number, expected: number): Promise<number> => {
    await eventually(async () => (await transitions()) >= expected, 60_000);
    for (let kills = 0; ; kills += 1) {
      if ((await left()) === 0) return kills;
      await pause(500 + random() * 3_000);
      await noticing.stack.kill();
      // Ends the leases of the killed process and makes all waiting messages due.
      await database.query(`update deliveries set next_at = now() where state in ('pending', 'sending')`);
      await database.query(
        `update transitions set created_at = created_at - interval '10 seconds' where planned_at is null`,
      );
      await noticing.stack.start();
    }
  };

  it('sends each notice exactly once to receivers that compare ids, even if the process is killed repeatedly', async () => {
    const random = randomFrom(SEED);
    await all({ failure: NOON });
    let kills = await killUntilSent(random, TRANSITIONS / 2);
    await all({ failure: NOON, success: NOON + 60_000 });
    kills += await killUntilSent(random, TRANSITIONS);
    expect(kills).toBeGreaterThan(1);
    expect(await transitions()).toBe(TRANSITIONS);
    expect(await numberOf('select count(*) as n from notices')).toBe(TRANSITIONS);
    expect(await numberOf('select count(distinct transition_id) as n from notices')).toBe(TRANSITIONS);
    const notices = INTEGRATIONS.flatMap((id) =>
      noticing
        .hooksAt(pathOf(id))
        .filter((hook) => hook.title.startsWith('episode.'))
        .map((hook) => `${id}:${String(valueAt(hook, 'data', 'id'))}`),
    );
    expect(notices.length).toBe(new Set(notices).size);
    expect(notices.length).toBe(TRANSITIONS);
    const incidents = noticing.hooksAt(PAGERDUTY).filter(({ key }) => key?.includes('episode:'));
    expect(new Set(incidents.map(({ key }) => key)).size).toBe(2 * NAMES.length);
    expect(incidents.map(({ times }) => times).every((times) => times >= 1)).toBe(true);
    expect(noticing.catcher.hooks().filter(({ refused }) => refused !== null)).toEqual([]);
  });
});
