import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually, randomFrom, SEED } from '@portico/testkit';
import type { Client } from 'pg';
import { databaseOf } from './later.ts';
import { ofIntegration, plan } from './maintenance.ts';
import { happens, newRule, type Noticing, valueAt, startNoticing, verifiedWebhook } from './noticing.ts';

jest.setTimeout(600_000);

/** Number of maintenance windows, whose messages just fit into a channel's hourly limit. */
const WINDOWS = 9;
const PATH = '/webhook/maintained';
const HALF_AN_HOUR = 30 * 60_000;
const ids = (length: number): number[] => Array.from({ length }, (_, index) => 100 + index);

describe('the end of maintenance', () => {
  let noticing: Noticing;
  let database: Client;

  beforeAll(async () => {
    noticing = await startNoticing({ NOTICE_WAIT_SECONDS: '0' });
    database = await databaseOf(noticing.stack);
  }, 180_000);
  afterAll(async () => {
    await database?.end();
    await noticing?.stop();
  });

  const numberOf = async (sql: string): Promise<number> =>
    Number((await database.query<{ n: string }>(`select count(*) as n from ${sql}`)).rows[0]?.n);
  const left = async (): Promise<number> =>
    (await numberOf('maintenance_windows where starts_at is not null')) +
    (await numberOf('transitions where planned_at is null')) +
    (await numberOf('pending_notices where due_at is not null')) +
    (await numberOf(`deliveries where state in ('pending', 'sending')`));

  it('causes one summary and one notice per open problem even if the process is killed repeatedly', async () => {
    const random = randomFrom(SEED);
    const { stack } = noticing;
    await stack.furnish();
    const manager = await stack.as('CLIENT', 6);
    const { id: channel } = await verifiedWebhook(noticing, manager, PATH);
    await newRule(manager, [channel]);
    await Promise.all(ids(WINDOWS).map((id) => stack.publisher.integration(id, { name: `integration ${id}` })));
    for (const id of ids(WINDOWS))
      await eventually(
        async () => (await manager('PUT', `/episodes/integrations/${id}/settling`, { minutes: 0 })).status === 200,
      );
    const windows = await Promise.all(ids(WINDOWS).map((id) => plan(manager, ofIntegration(id))));
    const at = Date.now() - HALF_AN_HOUR;
    for (const id of ids(WINDOWS)) {
      await happens(noticing, 'still.open', { failure: at }, { source_id: id });
      await happens(noticing, 'over.again', { failure: at }, { source_id: id });
    }
    await eventually(async () => (await numberOf('pending_notices where due_at > now()')) === 2 * WINDOWS, 60_000);
    for (const id of ids(WINDOWS))
      await happens(noticing, 'over.again', { failure: at, success: at + 60_000 }, { source_id: id });
    await eventually(async () => (await numberOf(`episodes where state = 'closed'`)) === WINDOWS, 60_000);
    for (const window of windows)
      await manager('PUT', `/maintenance/${window.id}`, {
        reason: window.reason,
        when: { ...window.when, to: new Date(Date.now() + 3_000 + random() * 20_000).toISOString() },
      });
    let kills = 0;
    for (; (await left()) > 0; kills += 1) {
      await pause(500 + random() * 3_000);
      await stack.kill();
      // Ends the leases of the killed process.
      await database.query(`update deliveries set next_at = now() where state in ('pending', 'sending')`);
      await database.query('update maintenance_windows set taken_until = null');
      await stack.start();
    }
    expect(kills).toBeGreaterThan(2);
    expect(await numberOf(`transitions where kind = 'maintenance.over'`)).toBe(WINDOWS);
    expect(await numberOf(`notices where kind = 'maintenance.over'`)).toBe(WINDOWS);
    expect(await numberOf(`pending_notices where never = 'maintenance'`)).toBe(WINDOWS);
    const sent = noticing.hooksAt(PATH).filter(({ title }) => /^(episode|maintenance)\./.test(title));
    expect(sent.filter(({ title }) => title.startsWith('maintenance.over Maintenance of'))).toHaveLength(WINDOWS);
    expect(sent.filter(({ title }) => title.startsWith('episode.opened still.open'))).toHaveLength(WINDOWS);
    expect(sent).toHaveLength(2 * WINDOWS);
    expect(new Set(sent.map((hook) => String(valueAt(hook, 'data', 'id')))).size).toBe(2 * WINDOWS);
  });
});
