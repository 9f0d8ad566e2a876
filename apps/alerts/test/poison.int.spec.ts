import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Call, eventually } from '@portico/testkit';
import type { Client } from 'pg';
import { failure } from './failures.ts';
import { databaseOf } from './later.ts';
import { newRule, type Noticing, startNoticing, verifiedWebhook } from './noticing.ts';

jest.setTimeout(180_000);

/** Of Globex, beside whose integration Acme's fails with what a database may not keep. */
const GLOBEX = { organization_id: 2, source_id: 2 };
let noticing: Noticing;
let database: Client;
let globex: Call;

beforeAll(async () => {
  noticing = await startNoticing({ NOTICE_WAIT_SECONDS: '0' });
  await noticing.stack.furnish();
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

  it('that the database refuses is given up, and delays no notice of another one', async () => {
    await database.query(`create function refuse_poison() returns trigger language plpgsql as $$ begin
      raise exception 'refused' using errcode = '22P05'; end $$`);
    await database.query(`create trigger refuse_poison before update on episodes for each row
      when (new.event_name = 'poison.refused' and new.first_failure is not null) execute function refuse_poison()`);
    await noticing.stack.publisher.publish(failure('poison.refused'));
    await globexIsNotified('after.refused');
    expect(await eventually(async () => (await firstFailureOf('poison.refused')) === null)).toBe(true);
    const metrics = await (await fetch(`${noticing.stack.url()}/metrics`)).text();
    expect(metrics).toContain('portico_queue_given_up_total{queue="first failures"} 1');
    expect(metrics).toMatch(/^portico_queue_oldest_seconds\{queue="first failures"\} 0$/m);
  });
});
