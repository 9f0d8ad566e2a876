import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Call, eventually } from '@portico/testkit';
import type { Client } from 'pg';
import { failure, success } from './failures.ts';
import { databaseOf, later } from './later.ts';
import { codeIn, newChannel, newRule, type Noticing, startNoticing, verifiedWebhook } from './noticing.ts';

jest.setTimeout(180_000);

const DAY = 25 * 60 * 60_000;
/** Globex's integration, which must keep working while Acme's integration sends values that a database cannot store. */
const GLOBEX = { organization_id: 2, source_id: 2 };
let noticing: Noticing;
let database: Client;
let acme: Call;
let globex: Call;
let refusals = 0;

beforeAll(async () => {
  noticing = await startNoticing({ NOTICE_WAIT_SECONDS: '0' });
  await noticing.stack.furnish();
  acme = await noticing.stack.as('CLIENT', 6);
  globex = await noticing.stack.as('CLIENT', 7);
  database = await databaseOf(noticing.stack);
  const events = await noticing.stack.eventsAs('ADMIN');
  await eventually(async () => JSON.stringify((await events('GET', '/events')).body).includes('banking'), 60_000);
}, 180_000);
afterAll(async () => {
  await database?.end();
  await noticing?.stop();
});

const firstFailureOf = async (eventName: string): Promise<{ id: string; message: string } | null | undefined> => {
  const sql = 'select first_failure from episodes where event_name = $1';
  const { rows } = await database.query<{ first_failure: { id: string; message: string } | null }>(sql, [eventName]);
  return rows[0]?.first_failure;
};
/** Publishes a FATAL failure of Globex and waits until Globex receives the notice. */
async function globexIsNotified(name: string): Promise<void> {
  const path = `/webhook/${name}`;
  const owner = { owner: 'organization', organizationId: 2 } as const;
  const { id } = await verifiedWebhook(noticing, globex, path, owner);
  await newRule(globex, [id], { on: ['episode.opened'], filter: { eventName: name, severity: 'ERROR' } }, owner);
  await noticing.stack.publisher.publish(failure(name, { ...GLOBEX, severity_text: 'FATAL' }));
  const hook = await eventually(
    () => noticing.hooksAt(path).find(({ title }) => title.startsWith('episode.opened')),
    60_000,
  );
  expect(JSON.stringify(hook.body)).toContain('FATAL');
}

describe('a failing event of one organization', () => {
  const emoji = `${'x'.repeat(1_999)}\u{1F600}${'y'.repeat(100)}`;

  it.each([
    ['a message with an emoji across its 2,000th character', { details: { message: emoji } }, 'x'.repeat(1_999)],
    ['a message with NUL', { details: { message: 'a\0b' } }, 'a\uFFFDb'],
    ['an id with NUL', { id: `poison\0${Date.now()}` }, 'Bank rejected the file'],
  ])(
    'opens an episode even with %s, and does not delay notices of another organization',
    async (what, changes, message) => {
      const name = `poison.${what.length}`;
      await noticing.stack.publisher.publish(failure(name, changes));
      await globexIsNotified(`after.${name}`);
      expect(await eventually(() => firstFailureOf(name))).toMatchObject({ message });
    },
  );

  /** Makes PostgreSQL reject writes of a table's rows that match `condition`, with the error for text that it cannot store. */
  async function refuse(table: string, when: 'insert' | 'update' | 'delete', condition: string): Promise<void> {
    await database.query(`create or replace function refuse() returns trigger language plpgsql as $$ begin
      raise exception 'refused' using errcode = '22P05'; end $$`);
    const name = `refuse_${(refusals += 1)}`;
    await database.query(`create trigger ${name} before ${when} on ${table} for each row when (${condition})
      execute function refuse()`);
  }
  const metricsOf = async (): Promise<string> => (await fetch(`${noticing.stack.url()}/metrics`)).text();

  it('does not delay notices of another organization if its own notice cannot be stored', async () => {
    await refuse('notices', 'insert', `new.event_name = 'poison.notice'`);
    await newRule(acme, [], { on: ['episode.opened'], filter: { eventName: 'poison.notice' } });
    await noticing.stack.publisher.publish(failure('poison.notice'));
    await globexIsNotified('after.notice');
    await eventually(async () => (await metricsOf()).includes('portico_queue_given_up_total{queue="transitions"} 1'));
  });

  it('does not delay messages of another organization if its own message cannot be stored', async () => {
    await refuse('deliveries', 'insert', `new.message::text like '%poison.message%'`);
    const { id } = await verifiedWebhook(noticing, acme, '/webhook/poison.message');
    await newRule(acme, [id], { on: ['episode.opened'], filter: { eventName: 'poison.message' } });
    await noticing.stack.publisher.publish(failure('poison.message'));
    await globexIsNotified('after.message');
    const postponed = `select from pending_notices where channel_id = ${id} and due_at > now()`;
    await eventually(async () => (await database.query(postponed)).rowCount === 1);
  });

  const stateOf = async (name: string): Promise<unknown> =>
    (await database.query('select state from episodes where event_name = $1', [name])).rows[0]?.state;
  const becomes = (name: string, state: string): Promise<unknown> =>
    eventually(async () => (await stateOf(name)) === state);

  it('does not delay the closing of other episodes if its own episode cannot be closed', async () => {
    await refuse('episodes', 'update', `new.event_name = 'poison.ending' and new.state = 'closed'`);
    const { publisher } = noticing.stack;
    await publisher.publish(failure('poison.ending'), failure('after.ending'));
    for (const name of ['poison.ending', 'after.ending']) await becomes(name, 'open');
    await publisher.publish(success('poison.ending'), success('after.ending'));
    for (const name of ['poison.ending', 'after.ending']) await becomes(name, 'recovering');
    await database.query(`update episodes set closes_at = now() where state = 'recovering'`);
    await becomes('after.ending', 'closed');
    await eventually(async () =>
      (await metricsOf()).includes('portico_queue_given_up_total{queue="episode endings"} 1'),
    );
    expect(await stateOf('poison.ending')).toBe('recovering');
    await publisher.publish(failure('poison.ending', {}, 2));
    await becomes('poison.ending', 'open');
  });

  it('has its episode closed after an upgrade from a release that gave up closing the episode', async () => {
    const { stack } = noticing;
    await stack.publisher.publish(failure('earlier.ending'));
    await becomes('earlier.ending', 'open');
    await stack.publisher.publish(success('earlier.ending'));
    await becomes('earlier.ending', 'recovering');
    await stack.kill();
    await database.query(`update episodes set closes_at = now(), ending_at = 'infinity'
      where event_name = 'earlier.ending'`);
    await database.query(`delete from mikro_orm_migrations where name = '0022-finite-episode-endings'`);
    await stack.start();
    await becomes('earlier.ending', 'closed');
  });

  it('does not delay messages of another organization if its own delivery cannot be recorded', async () => {
    await refuse('deliveries', 'update', `new.state = 'sent' and new.message::text like '%poison.sent%'`);
    const { id } = await verifiedWebhook(noticing, acme, '/webhook/poison.sent');
    await newRule(acme, [id], { on: ['episode.opened'], filter: { eventName: 'poison.sent' } });
    await noticing.stack.publisher.publish(failure('poison.sent'));
    await globexIsNotified('after.sent');
    const failed = `select from deliveries where channel_id = ${id} and state = 'pending' and attempts > 0`;
    await eventually(async () => (await database.query(failed)).rowCount === 1);
  });

  it('does not delay records of another organization if its own activity record cannot be stored', async () => {
    await refuse('episode_marks', 'insert', `new.event_name = 'poison.record'`);
    await noticing.stack.publisher.publish(failure('poison.record'));
    await globexIsNotified('after.record');
    await eventually(async () => /given_up_total\{queue="alerts.episodes"\} [1-9]/.test(await metricsOf()));
  });

  it('does not delay the silence check of another integration if the check of its own integration fails', async () => {
    const { publisher } = noticing.stack;
    const watched = async (): Promise<number[]> =>
      (
        await database.query<{ id: number }>(
          'select integration_id as id from silence where integration_id > 50 order by 1',
        )
      ).rows.map(({ id }) => id);
    await refuse('silence', 'delete', 'old.integration_id = 51');
    const ids = [51, 52];
    for (const id of ids) await publisher.integration(id, { name: `integration ${id}` });
    await publisher.publish(...ids.map((id) => failure('sweep', { source_id: id })));
    await eventually(async () => (await watched()).length === 2, 60_000);
    const deletedAt = new Date().toISOString();
    for (const id of ids) await publisher.integration(id, { name: `integration ${id}`, deletedAt });
    expect(await eventually(async () => !(await watched()).includes(52) && watched(), 60_000)).toEqual([51]);
  });

  it('is left out of a combined reminder that cannot be stored with it', async () => {
    const path = '/slack/services/T0/B0/poison';
    const { id } = await newChannel(acme, { type: 'slack', webhookUrl: noticing.address(path) });
    const code = codeIn(JSON.stringify((await eventually(() => noticing.hooksAt(path)[0])).body));
    await acme('POST', `/channels/${id}/verify`, { code });
    const names = ['remind.poison', 'remind.one', 'remind.two'];
    for (const eventName of names)
      await newRule(acme, [id], { on: ['episode.opened'], filter: { eventName }, remind: '24h' });
    await noticing.stack.publisher.publish(...names.map((name) => failure(name)));
    const statement = `select from pending_notices p join deliveries d on d.id = p.delivery_id
      where p.channel_id = ${id} and d.state = 'sent'`;
    await eventually(async () => (await database.query(statement)).rowCount === 3);
    await refuse('deliveries', 'insert', `new.kind = 'reminder' and new.message::text like '%remind.poison%'`);
    await noticing.stack.kill();
    await later(database, DAY);
    await noticing.stack.start();
    const reminders = () => noticing.hooksAt(path).filter(({ title }) => title.startsWith('Still open'));
    await eventually(() => reminders().length > 0);
    expect(reminders().map(({ title }) => title)).toEqual(['Still open: 2 notices of Acme']);
    expect(await metricsOf()).toContain('portico_queue_given_up_total{queue="reminders"} 1');
    expect(await metricsOf()).toMatch(/^portico_queue_oldest_seconds\{queue="reminders"\} 0$/m);
  });
});
