import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { Activity } from '@portico/contracts/events/activity';
import type { Episode } from '@portico/contracts/http/episodes';
import { type Call, eventually } from '@portico/testkit';
import type { Client } from 'pg';
import { mark, readUntil } from './alerts.ts';
import { databaseOf } from './later.ts';
import { newRule, type Noticing, startNoticing } from './noticing.ts';

jest.setTimeout(120_000);

/** The start of the current minute. Counts of minutes before the beginning of an episode do not belong to the episode. */
const NOW = Math.floor(Date.now() / 60_000) * 60_000;
const MINUTE = new Date(NOW).toISOString();
let noticing: Noticing;
let database: Client;
let manager: Call;

beforeAll(async () => {
  noticing = await startNoticing({ NOTICE_WAIT_SECONDS: '0' }, { withEvents: false });
  await noticing.stack.furnish();
  manager = await noticing.stack.as('CLIENT', 6);
  database = await databaseOf(noticing.stack);
  const trouble = { failures: 3, share: 20, minutes: 10 };
  expect((await manager('PUT', '/episodes/integrations/1/settling', { minutes: 0, trouble })).status).toBe(200);
  await newRule(manager, [], { on: ['episode.opened', 'episode.closed'] });
}, 180_000);
afterAll(async () => {
  await database?.end();
  await noticing?.stop();
});

const count = (failures: number, total: number) => ({ partition: 0, minute: MINUTE, total, failures });
const sendMark = (
  event_name: string,
  moments: Parameters<typeof mark>[0],
  changes: Partial<Activity> = {},
): Promise<void> =>
  noticing.stack.activity(mark(moments, { event_name, newest_arrival: MINUTE, counts: [], ...changes }));
async function episodeWhen(event: string, isRight: (episode: Episode) => boolean): Promise<Episode> {
  const path = `/episodes?event=${event}&state=live`;
  const { data } = await readUntil<Page<Episode>>(
    manager,
    path,
    ({ data: [one] }) => one !== undefined && isRight(one),
  );
  return data[0] as Episode;
}
/** Returns the transitions of an event that have notices, after all records published before are processed. */
async function noticesOf(event: string): Promise<string[]> {
  const barrier = `barrier.${Math.random()}`;
  await sendMark(barrier, { failure: NOW }, { counts: [count(3, 3)] });
  const named = `select distinct t.id, t.kind from transitions t join notices n on n.transition_id = t.id
    where t.event_name = $1 order by t.id`;
  await eventually(async () => (await database.query(named, [barrier])).rowCount === 1);
  return (await database.query<{ kind: string }>(named, [event])).rows.map(({ kind }) => kind);
}

describe('a rule with a threshold of its own', () => {
  const eventNotices = async (rule: number, event: string): Promise<string[]> => {
    const sql = 'select kind from notices where rule_id = $1 and event_name = $2 order by id';
    return (await database.query<{ kind: string }>(sql, [rule, event])).rows.map(({ kind }) => kind);
  };
  const both = ['episode.opened', 'episode.closed'];

  it('reports the beginning and end of an episode that stays below the threshold of the integration', async () => {
    const trouble = { failures: 1, share: 0, minutes: 10 };
    const rule = await newRule(manager, [], { trouble, filter: { eventName: 'r.low' } });
    expect(rule.trouble).toEqual(trouble);
    await sendMark('r.low', { failure: NOW }, { counts: [count(1, 100)] });
    const { id } = await episodeWhen('r.low', ({ troubleAt }) => troubleAt === null);
    await eventually(async () => (await eventNotices(rule.id, 'r.low')).length === 1);
    await sendMark('r.low', { failure: NOW }, { counts: [count(2, 101)] });
    await sendMark('r.low', { success: NOW + 1_000 });
    await readUntil<Episode>(manager, `/episodes/${id}`, ({ state }) => state === 'closed');
    await noticesOf('r.low');
    expect(await eventNotices(rule.id, 'r.low')).toEqual(both);
    const { rows } = await database.query(`select from notices where event_name = 'r.low' and rule_id <> $1`, [
      rule.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('reports an episode only at its own higher threshold, and reports no end if it reported no beginning', async () => {
    const trouble = { failures: 5, share: 50, minutes: 10 };
    const rule = await newRule(manager, [], { trouble, filter: { eventName: 'r.high' } });
    await sendMark('r.high', { failure: NOW }, { counts: [count(3, 3)] });
    const first = await episodeWhen('r.high', ({ troubleAt }) => troubleAt !== null);
    await sendMark('r.high', { success: NOW + 1_000 });
    await readUntil<Episode>(manager, `/episodes/${first.id}`, ({ state }) => state === 'closed');
    expect(await noticesOf('r.high')).toEqual(both);
    expect(await eventNotices(rule.id, 'r.high')).toEqual([]);
    await sendMark('r.high', { failure: NOW + 2_000 }, { counts: [count(5, 10)] });
    const { id } = await episodeWhen('r.high', ({ troubleAt }) => troubleAt !== null);
    await sendMark('r.high', { success: NOW + 3_000 });
    await readUntil<Episode>(manager, `/episodes/${id}`, ({ state }) => state === 'closed');
    expect(await noticesOf('r.high')).toEqual([...both, ...both]);
    expect(await eventNotices(rule.id, 'r.high')).toEqual(both);
  });

  it('is rejected if its period is longer than an hour', async () => {
    const trouble = { failures: 5, share: 50, minutes: 61 };
    const body = { on: ['episode.opened'], channels: [], trouble };
    expect((await manager('POST', '/rules', body)).status).toBe(400);
  });
});
