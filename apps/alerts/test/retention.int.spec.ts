import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { Episode } from '@portico/contracts/http/episodes';
import type { Notices } from '@portico/contracts/http/notices';
import { ADVISORY_LOCKS } from '@portico/postgres';
import { type Call, eventually, read } from '@portico/testkit';
import type { Client } from 'pg';
import { readUntil } from './alerts.ts';
import { databaseOf, later } from './later.ts';
import { deliveriesOf, happens, newRule, type Noticing, startNoticing, verifiedWebhook } from './noticing.ts';

jest.setTimeout(120_000);

const DAY = 24 * 60 * 60_000;
const NOON = Date.now() - 60 * 60_000;
const TABLES = ['transitions', 'notices', 'deliveries', 'pending_notices', 'episodes', 'episode_entries'];
/** Number of rows that requires several deleting transactions. */
const MANY = 2_500;
let noticing: Noticing;
let database: Client;
let manager: Call;

beforeAll(async () => {
  noticing = await startNoticing({ NOTICE_WAIT_SECONDS: '0', EVENTS_RETENTION_DAYS: '100' }, { withEvents: false });
  await noticing.stack.furnish();
  manager = await noticing.stack.as('CLIENT', 6);
  database = await databaseOf(noticing.stack);
  expect((await manager('PUT', '/episodes/integrations/1/settling', { minutes: 0 })).status).toBe(200);
}, 180_000);
afterAll(async () => {
  await database?.end();
  await noticing?.stop();
});

const numberOf = async (table: string): Promise<number> =>
  Number((await database.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);
/** Simulates days without the service. Updates the last failure of open episodes, so that these do not count as abandoned. */
async function pass(days: number): Promise<void> {
  await noticing.stack.kill();
  await later(database, days * DAY, TABLES);
  await database.query(`update episodes set last_failure_at = now() where state = 'open'`);
}

describe('rows older than the retention of events', () => {
  it('are deleted in batches by one process, together with their dependent rows, unless they are open episodes', async () => {
    const path = '/webhook/kept';
    const { id } = await verifiedWebhook(noticing, manager, path);
    await newRule(manager, [id]);
    for (const name of ['k.over', 'k.open']) await happens(noticing, name, { failure: NOON });
    await readUntil<Page<Episode>>(manager, '/episodes?state=live', ({ count }) => count === 2);
    await eventually(() => noticing.hooksAt(path).length === 3, 30_000);
    await happens(noticing, 'k.over', { failure: NOON, success: NOON + 60_000 });
    await eventually(() => noticing.hooksAt(path).length === 4, 30_000);
    await database.query(
      `insert into episodes (organization_id, integration_id, event_name, state, opened_at, first_failure_at, last_failure_at,
         closed_at, flaps, version)
       select 1, 1, 'old.' || n, 'closed', now(), now(), now(), now(), 0, 1 from generate_series(1, ${MANY}) as n`,
    );
    await pass(99);
    await noticing.stack.start();
    await eventually(async () => (await numberOf('notices')) === 0);
    expect((await read<Notices>(manager, '/notices')).count).toBe(0);
    expect(await deliveriesOf(manager, id)).toEqual([]);
    expect((await read<Page<Episode>>(manager, '/episodes?state=over')).count).toBe(MANY + 1);
    await pass(2);
    // Checks that a process deletes no rows while another process holds the lock.
    await database.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.oldRows]);
    await noticing.stack.start();
    await happens(noticing, 'k.later', { failure: NOON });
    await readUntil<Page<Episode>>(manager, '/episodes?state=live', ({ count }) => count === 2);
    expect((await read<Page<Episode>>(manager, '/episodes?state=over')).count).toBe(MANY + 1);
    await database.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS.oldRows]);
    await noticing.stack.startAnother();
    await readUntil<Page<Episode>>(manager, '/episodes?state=over', ({ count }) => count === 0);
    const { data } = await read<Page<Episode>>(manager, '/episodes?state=live');
    expect(data.map(({ eventName }) => eventName).toSorted()).toEqual(['k.later', 'k.open']);
    const entries = await database.query('select distinct episode_id as id from episode_entries order by 1');
    expect(entries.rows).toEqual(data.map(({ id: episode }) => ({ id: episode })).toSorted((a, b) => a.id - b.id));
    const remaining = await database.query('select distinct subject from transitions order by 1');
    expect(remaining.rows).toEqual(
      data
        .map(({ id: episode }) => ({ subject: `episode:${episode}` }))
        .toSorted((a, b) => (a.subject < b.subject ? -1 : 1)),
    );
  });
});
