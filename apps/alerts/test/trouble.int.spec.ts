import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { Activity, FirstFailure, MinuteCount } from '@portico/contracts/events/activity';
import type { Episode, EpisodeDetail } from '@portico/contracts/http/episodes';
import { type Call, eventually, read } from '@portico/testkit';
import type { Client } from 'pg';
import { EVERY_FAILURE, mark, readUntil } from './alerts.ts';
import { databaseOf } from './later.ts';
import { newRule, type Noticing, startNoticing, verifiedWebhook } from './noticing.ts';

jest.setTimeout(120_000);

const MINUTE = 60_000;
const NOW = Math.floor(Date.now() / MINUTE) * MINUTE;
const DEFAULT = { failures: 3, share: 20, minutes: 10 };
let noticing: Noticing;
let database: Client;
let manager: Call;

const settle = async (trouble: object, minutes = 0): Promise<void> => {
  const answer = await manager('PUT', '/episodes/integrations/1/settling', { minutes, trouble });
  expect(answer).toMatchObject({ status: 200, body: { minutes, trouble } });
};

beforeAll(async () => {
  noticing = await startNoticing({ NOTICE_WAIT_SECONDS: '0' }, { withEvents: false });
  await noticing.stack.furnish();
  manager = await noticing.stack.as('CLIENT', 6);
  database = await databaseOf(noticing.stack);
  await settle(DEFAULT);
  await newRule(manager, [], { on: ['episode.opened', 'episode.closed'], inbox: true });
}, 180_000);
afterAll(async () => {
  await database?.end();
  await noticing?.stop();
});

const count = (failures: number, total: number, minute = 0, partition = 0): MinuteCount => ({
  partition,
  minute: new Date(NOW - minute * MINUTE).toISOString(),
  total,
  failures,
});
const first = (id: string, at: number): FirstFailure => {
  const timestamp = new Date(at).toISOString();
  return { id, trace_id: 'a'.repeat(32), timestamp, at: timestamp, severity: 'ERROR', message: `Refused ${id}` };
};
const sendMark = (
  event_name: string,
  moments: Parameters<typeof mark>[0],
  changes: Partial<Activity> = {},
): Promise<void> =>
  noticing.stack.activity(
    mark(moments, { event_name, newest_arrival: new Date(NOW).toISOString(), counts: [], ...changes }),
  );
const episodeWhen = async (event: string, isRight: (episode: Episode) => boolean, state = 'live'): Promise<Episode> => {
  const { data } = await readUntil<Page<Episode>>(
    manager,
    `/episodes?event=${event}&state=${state}`,
    ({ data: [one] }) => one !== undefined && isRight(one),
  );
  return data[0] as Episode;
};
/** Returns the transitions of an event that have notices, after all records published before are processed. */
async function noticesOf(event: string): Promise<string[]> {
  const barrier = `barrier.${event}.${Math.random()}`;
  await sendMark(barrier, { failure: NOW }, { counts: [count(3, 3)] });
  const named = `select distinct t.id, t.kind from transitions t join notices n on n.transition_id = t.id
    where t.event_name = $1 order by t.id`;
  await eventually(async () => (await database.query(named, [barrier])).rowCount === 1);
  return (await database.query<{ kind: string }>(named, [event])).rows.map(({ kind }) => kind);
}

describe('a failing event', () => {
  // spec: D.77
  it('opens and closes an episode without a notice below the threshold', async () => {
    await sendMark('a.once', { failure: NOW }, { counts: [count(1, 1)], first_failure: first('a1', NOW) });
    const episode = await episodeWhen('a.once', () => true);
    expect(episode).toMatchObject({ state: 'open', troubleAt: null, impact: { failures: 1, share: 100, minutes: 10 } });
    expect((await read<EpisodeDetail>(manager, `/episodes/${episode.id}`)).firstFailure).toMatchObject({ id: 'a1' });
    await sendMark('a.once', { success: NOW + 1_000 }, { counts: [count(1, 2)] });
    await episodeWhen('a.once', ({ state }) => state === 'closed', 'over');
    expect(await noticesOf('a.once')).toEqual([]);
  });

  // spec: D.77
  it('becomes trouble with the third failure within ten minutes and has two notices: beginning and end', async () => {
    await sendMark('b.third', { failure: NOW - 8 * MINUTE }, { counts: [count(2, 2, 8)] });
    await episodeWhen('b.third', ({ troubleAt }) => troubleAt === null);
    await sendMark('b.third', { failure: NOW }, { counts: [count(1, 5, 0, 1)] });
    const { id } = await episodeWhen('b.third', ({ troubleAt }) => troubleAt !== null);
    for (let again = 0; again < 2; again += 1)
      await sendMark('b.third', { failure: NOW }, { counts: [count(1, 5, 0, 1)] });
    expect(await noticesOf('b.third')).toEqual(['episode.opened']);
    await sendMark('b.third', { success: NOW + 1_000 });
    await readUntil<Episode>(manager, `/episodes/${id}`, ({ state }) => state === 'closed');
    expect(await noticesOf('b.third')).toEqual(['episode.opened', 'episode.closed']);
  });

  // spec: D.77
  it('is not trouble while the share of failures is below the threshold', async () => {
    await sendMark('c.share', { failure: NOW }, { counts: [count(4, 21)] });
    await episodeWhen('c.share', ({ impact }) => impact?.failures === 4);
    expect(await noticesOf('c.share')).toEqual([]);
    await sendMark('c.share', { failure: NOW }, { counts: [count(5, 22)] });
    await episodeWhen('c.share', ({ troubleAt }) => troubleAt !== null);
  });

  // spec: D.77
  it('becomes trouble with one failure if its name has been known for a day and occurs less than once an hour', async () => {
    await sendMark('d.rare', { success: NOW - MINUTE }, { counts: [count(0, 1, 1)] });
    await eventually(
      async () => (await database.query(`select from episode_marks where event_name = 'd.rare'`)).rowCount === 1,
    );
    await database.query(
      `update episode_marks set known_since = now() - interval '25 hours' where event_name = 'd.rare'`,
    );
    await sendMark('d.rare', { failure: NOW }, { counts: [count(1, 1)] });
    await episodeWhen('d.rare', ({ troubleAt }) => troubleAt !== null);
  });

  it('becomes trouble with one failure if an earlier version recorded the failure without counts', async () => {
    await noticing.stack.activity(mark({ failure: NOW }, { event_name: 'e.old' }));
    await episodeWhen('e.old', ({ troubleAt }) => troubleAt !== null);
    expect(await noticesOf('e.old')).toEqual(['episode.opened']);
  });

  it('has an episode that begins with the first failure after the last success, even if that failure arrives late', async () => {
    await sendMark('f.late', { failure: NOW, success: NOW - 5 * MINUTE }, { first_failure: first('f9', NOW) });
    const { id } = await episodeWhen('f.late', () => true);
    await sendMark('f.late', { failure: NOW }, { first_failure: first('f5', NOW - 6 * MINUTE) });
    await sendMark('f.late', { failure: NOW }, { first_failure: first('f8', NOW - MINUTE) });
    const detail = await readUntil<EpisodeDetail>(
      manager,
      `/episodes/${id}`,
      ({ firstFailure }) => firstFailure?.id === 'f8',
    );
    expect(detail.firstFailureAt).toBe(new Date(NOW - MINUTE).toISOString());
  });

  it('uses the threshold of its integration', async () => {
    await settle(EVERY_FAILURE);
    await sendMark('g.every', { failure: NOW }, { counts: [count(1, 1_000)] });
    const { id } = await episodeWhen('g.every', ({ troubleAt }) => troubleAt !== null);
    expect(await read<EpisodeDetail>(manager, `/episodes/${id}`)).toMatchObject({ threshold: EVERY_FAILURE });
    expect((await manager('PUT', '/episodes/integrations/1/settling', { minutes: 0 })).body).toMatchObject({
      trouble: EVERY_FAILURE,
    });
    await settle(DEFAULT);
  });

  it.each([{ failures: 0 }, { share: 101 }, { minutes: 61 }, { minutes: 0 }])(
    'cannot be measured against %p, which the API rejects as a threshold',
    async (wrong) => {
      const body = { minutes: 0, trouble: { ...DEFAULT, ...wrong } };
      expect((await manager('PUT', '/episodes/integrations/1/settling', body)).status).toBe(400);
    },
  );
});

const LATENCY = `select count(*)::int as sent, coalesce(max(extract(epoch from d.sent_at - t.created_at)), 0)::float8 as seconds
  from deliveries d join pending_notices p on p.delivery_id = d.id join notices n on n.id = p.notice_id
  join transitions t on t.id = n.transition_id where d.channel_id = $1 and d.state = 'sent'`;

/** Factor by which a test machine may be slower than the intended machine. */
const SLOWER = 3;

describe('a notice', () => {
  it('is sent within two seconds of its transition if no delay is configured', async () => {
    const { id } = await verifiedWebhook(noticing, manager, '/webhook/prompt');
    await newRule(manager, [id], { filter: { integrationId: 1 }, inbox: false });
    for (let index = 0; index < 8; index += 1)
      await sendMark(`prompt.${index}`, { failure: NOW }, { counts: [count(3, 3)] });
    const sent = await eventually(async () => {
      const { rows } = await database.query<{ sent: number; seconds: number }>(LATENCY, [id]);
      return rows[0]?.sent === 8 && rows[0];
    });
    expect(sent.seconds).toBeLessThan(2 * SLOWER);
  });
});

describe('the list of episodes', () => {
  it('sorts by trouble, number of failures, failing share and age', async () => {
    const numbers = {
      small: [1, 1, 4],
      old: [1, 1, 5],
      large: [2, 50, 2],
      trouble: [3, 3, 1],
      worst: [9, 9, 1],
    } as const;
    for (const [name, [failures, total, minutes]] of Object.entries(numbers))
      await sendMark(`rank.${name}`, { failure: NOW - minutes * MINUTE }, { counts: [count(failures, total)] });
    const ranked = async (filter = ''): Promise<string[]> => {
      const { data } = await read<Page<Episode>>(manager, `/episodes?limit=100${filter}`);
      return data.flatMap(({ eventName }) => /^rank\.(\w+)/.exec(eventName)?.[1] ?? []);
    };
    await eventually(async () => (await ranked()).length === 5);
    expect(await ranked()).toEqual(['worst', 'trouble', 'large', 'old', 'small']);
    expect(await ranked('&trouble=true')).toEqual(['worst', 'trouble']);
    expect(await ranked('&trouble=false')).toEqual(['large', 'old', 'small']);
  });
});

describe('the upgrade to thresholds', () => {
  it('marks an episode as trouble if it has a notice or if the previous release opened it', async () => {
    await noticing.stack.activity(mark({ failure: NOW }, { event_name: 'h.told' }));
    const episode = await episodeWhen('h.told', ({ troubleAt }) => troubleAt !== null);
    expect(await noticesOf('h.told')).toEqual(['episode.opened']);
    await sendMark('h.untold', { failure: NOW }, { counts: [count(1, 1)] });
    await episodeWhen('h.untold', () => true);
    await noticing.stack.kill();
    await database.query(`alter table episodes drop column trouble_at`);
    await database.query(`alter table episode_marks drop column known_since`);
    await database.query(`alter table episode_settlings drop column trouble_failures, drop column trouble_share,
      drop column trouble_minutes`);
    await database.query('drop table activity_minutes, activity_hours');
    await database.query(`delete from mikro_orm_migrations where name = '0027-trouble'`);
    await noticing.stack.start();
    await database.query(`insert into episodes (organization_id, integration_id, event_name, state, opened_at,
      first_failure_at, last_failure_at, flaps, version) values (1, 1, 'h.earlier', 'open', now(), now(), now(), 0, 1)`);
    await episodeWhen('h.earlier', ({ troubleAt }) => troubleAt !== null);
    expect(await episodeWhen('h.untold', () => true)).toMatchObject({ troubleAt: null });
    await noticing.stack.activity(mark({ failure: NOW }, { event_name: 'h.told' }));
    await sendMark('h.told', { success: NOW + 1_000 });
    await readUntil<Episode>(manager, `/episodes/${episode.id}`, ({ state }) => state === 'closed');
    expect(await noticesOf('h.told')).toEqual(['episode.opened', 'episode.closed']);
  });
});
