import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Call, eventually } from '@portico/testkit';
import type { Client } from 'pg';
import { failure, success } from './failures.ts';
import { databaseOf } from './later.ts';
import { newRule, type Noticing, startNoticing, verifiedWebhook } from './noticing.ts';

jest.setTimeout(180_000);

/** Of Globex, beside whose integration Acme's fails with what a database may not keep. */
const GLOBEX = { organization_id: 2, source_id: 2 };
let noticing: Noticing;
let database: Client;
let acme: Call;
let globex: Call;

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
  const sql = 'select first_failure, looked_up_at from episodes where event_name = $1';
  const { rows } = await database.query<{ first_failure: { id: string; message: string } | null; looked_up_at: Date }>(
    sql,
    [eventName],
  );
  return rows[0]?.looked_up_at ? rows[0].first_failure : undefined;
};
/** Resolves when Globex has its notice of a failure that is FATAL. */
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
  ])('with %s is looked up, and delays no notice of another one', async (what, changes, message) => {
    const name = `poison.${what.length}`;
    await noticing.stack.publisher.publish(failure(name, changes));
    await globexIsNotified(`after.${name}`);
    expect(await eventually(() => firstFailureOf(name))).toMatchObject({ message });
  });

  /** From now on PostgreSQL refuses rows of a table that are as `condition` says, as content that it cannot keep. */
  async function refuse(table: string, when: 'insert' | 'update', condition: string): Promise<void> {
    const name = `refuse_${table}_${when}`;
    await database.query(`create function ${name}() returns trigger language plpgsql as $$ begin
      raise exception 'refused' using errcode = '22P05'; end $$`);
    await database.query(`create trigger ${name} before ${when} on ${table} for each row when (${condition})
      execute function ${name}()`);
  }
  const metricsOf = async (): Promise<string> => (await fetch(`${noticing.stack.url()}/metrics`)).text();

  it('whose look-up is refused is given up, and delays no notice of another one', async () => {
    await refuse('episodes', 'update', `new.event_name = 'poison.refused' and new.first_failure is not null`);
    await noticing.stack.publisher.publish(failure('poison.refused'));
    await globexIsNotified('after.refused');
    expect(await eventually(async () => (await firstFailureOf('poison.refused')) === null)).toBe(true);
    expect(await metricsOf()).toContain('portico_queue_given_up_total{queue="first failures"} 1');
    expect(await metricsOf()).toMatch(/^portico_queue_oldest_seconds\{queue="first failures"\} 0$/m);
  });

  it('whose notice is refused is given up, and delays no notice of another one', async () => {
    await refuse('notices', 'insert', `new.event_name = 'poison.notice'`);
    await newRule(acme, [], { on: ['episode.opened'], filter: { eventName: 'poison.notice' } });
    await noticing.stack.publisher.publish(failure('poison.notice'));
    await globexIsNotified('after.notice');
    await eventually(async () => (await metricsOf()).includes('portico_queue_given_up_total{queue="transitions"} 1'));
  });

  it('whose message is refused is postponed, and delays no message of another one', async () => {
    await refuse('deliveries', 'insert', `new.message::text like '%poison.message%'`);
    const { id } = await verifiedWebhook(noticing, acme, '/webhook/poison.message');
    await newRule(acme, [id], { on: ['episode.opened'], filter: { eventName: 'poison.message' } });
    await noticing.stack.publisher.publish(failure('poison.message'));
    await globexIsNotified('after.message');
    const postponed = `select from pending_notices where channel_id = ${id} and due_at > now()`;
    await eventually(async () => (await database.query(postponed)).rowCount === 1);
  });

  it('whose ending is refused is given up, and delays no ending of another one', async () => {
    await refuse('episodes', 'insert', `new.event_name = 'poison.none'`);
    await database.query(`create trigger refuse_ending before update on episodes for each row
      when (new.event_name = 'poison.ending' and new.state = 'closed') execute function refuse_episodes_insert()`);
    const { publisher } = noticing.stack;
    await publisher.publish(failure('poison.ending'), failure('after.ending'));
    const stateOf = async (name: string): Promise<unknown> =>
      (await database.query('select state from episodes where event_name = $1', [name])).rows[0]?.state;
    for (const name of ['poison.ending', 'after.ending'])
      await eventually(async () => (await stateOf(name)) === 'open');
    await publisher.publish(success('poison.ending'), success('after.ending'));
    for (const name of ['poison.ending', 'after.ending'])
      await eventually(async () => (await stateOf(name)) === 'recovering');
    await database.query(`update episodes set closes_at = now() where state = 'recovering'`);
    await eventually(async () => (await stateOf('after.ending')) === 'closed');
    await eventually(async () =>
      (await metricsOf()).includes('portico_queue_given_up_total{queue="episode endings"} 1'),
    );
    expect(await stateOf('poison.ending')).toBe('recovering');
  });
});
