import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Arrivals, EventsLag } from '@portico/contracts/http/arrivals';
import type { EventList } from '@portico/contracts/http/events';
import { type Call, eventually, randomFrom, read, SEED } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { proxyClickHouse } from '../support/clickhouse-proxy.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK = 168 * HOUR;
const BOUND = /max_rows_to_read = 50000000/;

jest.setTimeout(60_000);

/** Returns sorted random times with bursts and long gaps. The newest time is some days ago. */
function anyMoments(seed: number): number[] {
  const random = randomFrom(SEED + seed);
  const newest = Math.floor((Date.now() - 3 * 24 * HOUR) / HOUR) * HOUR;
  const hours = Array.from({ length: 200 }, () => newest - Math.floor(random() * 7 * 168) * HOUR);
  return [...new Set(hours.flatMap((hour) => [0, 1, 2].map(() => hour + Math.floor(random() * HOUR))))].toSorted(
    (a, b) => a - b,
  );
}

const gapsOf = (moments: readonly number[]): { from: number; to: number }[] =>
  moments.flatMap((to, index) => {
    const from = moments[index - 1];
    return from === undefined || Math.floor(from / MINUTE) === Math.floor(to / MINUTE) ? [] : [{ from, to }];
  });

describe('the arrivals of an integration', () => {
  let stack: EventsStack;
  let clickhouse: Awaited<ReturnType<typeof proxyClickHouse>>;
  let admin: Call;
  let isBounded = false;

  beforeAll(async () => {
    clickhouse = await proxyClickHouse(({ sql, pass }) => {
      if (isBounded && BOUND.test(sql)) pass(sql.replace(BOUND, 'max_rows_to_read = 1'));
      else pass();
    });
    stack = await startEventsStack(clickhouse.url);
    await stack.start();
    admin = await stack.furnish();
    const sources = [1, 2].map((id) => integrationEvent({ id: `seed ${id}`, source_id: id, organization_id: id }));
    await stack.publisher.publish(...sources);
    await eventually(async () => (await read<EventList>(admin, '/events?limit=1')).count === 2);
  }, 120_000);
  afterAll(async () => {
    await stack?.stop();
    clickhouse?.stop();
  });

  const arrivals = (id: number, organization = id, call = admin) =>
    read<Arrivals>(call, `/events/integrations/${id}/arrivals?organization=${organization}`);
  /** Stores events whose arrival and timestamp are these times. */
  const store = async (id: number, moments: readonly number[]): Promise<void> => {
    const direct = new ClickHouse(stack.clickhouseUrl);
    await direct.run(`
      INSERT INTO integration_events
      SELECT * EXCEPT moment REPLACE (fromUnixTimestamp64Milli(moment) AS published_at,
        fromUnixTimestamp64Milli(moment) AS timestamp, toString(moment) AS id)
      FROM (SELECT *, arrayJoin([${moments.join(', ')}]) AS moment FROM integration_events WHERE id = 'seed ${id}')`);
    await direct.close();
  };

  it('contain counts by hour, and the longest gaps in total and per hour of the week', async () => {
    const moments = anyMoments(1);
    await store(1, moments);
    const answer = await arrivals(1);
    const seed = Date.parse(answer.last ?? '');
    const all = [...moments, seed];
    expect(answer).toMatchObject({ precision: 'minute', count: all.length });
    expect(answer.minutes).toBe(new Set(all.map((at) => Math.floor(at / MINUTE))).size);
    const counts = Map.groupBy(all, (at) => Math.floor(at / HOUR));
    expect(answer.hours).toEqual([...counts].map(([hour, { length }]) => [hour, length]));
    expect(Date.parse(answer.to) - Date.parse(answer.from)).toBeGreaterThanOrEqual(8 * WEEK);

    const gaps = gapsOf(all);
    const answered = answer.gaps.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }));
    expect(gaps).toEqual(expect.arrayContaining(answered));
    const longest = (some: readonly { from: number; to: number }[]) =>
      some.toSorted((a, b) => b.to - b.from - (a.to - a.from));
    const slots = Map.groupBy(gaps, ({ from }) => Math.floor(from / HOUR) % 168);
    const wanted = [...slots.values()].flatMap((some) => longest(some).slice(0, 1));
    expect(answered).toEqual(expect.arrayContaining([...wanted, ...longest(gaps).slice(0, 20)]));
    expect(answered.length).toBeLessThan(gaps.length);
  });

  it('are precise only to the hour if there are too many events to read', async () => {
    const present = Math.floor(Date.now() / HOUR) * HOUR;
    const at = (hours: number) => present - hours * HOUR;
    await store(2, [at(50), at(50) + 7 * MINUTE, at(30), at(29) + MINUTE]);
    isBounded = true;
    const answer = await arrivals(2);
    isBounded = false;
    const iso = (hours: number) => new Date(at(hours)).toISOString();
    expect(answer).toMatchObject({ precision: 'hour', count: 5, minutes: 4 });
    expect(answer.hours.slice(0, 3)).toEqual([
      [at(50) / HOUR, 2],
      [at(30) / HOUR, 1],
      [at(29) / HOUR, 1],
    ]);
    expect(answer.gaps.slice(0, 2)).toEqual([
      { from: iso(50), to: iso(29) },
      { from: iso(30), to: iso(28) },
    ]);
  });

  it('are limited to one organization, and empty without events', async () => {
    expect(await arrivals(1, 2)).toMatchObject({ count: 0, minutes: 0, last: null, hours: [], gaps: [] });
  });

  it('are visible to administrators only', async () => {
    const member = await stack.as({ id: 5, usertype: 'CLIENT' });
    const path = '/events/integrations/1/arrivals';
    expect((await member('GET', `${path}?organization=1`)).status).toBe(403);
    expect((await admin('GET', path)).status).toBe(400);
    expect((await member('GET', '/events/lag')).status).toBe(403);
    await eventually(async () => (await read<EventsLag>(admin, '/events/lag')).waiting === 0);
    expect(await read<EventsLag>(admin, '/events/lag')).toEqual({ waiting: 0, waitingSince: null });
  });
});
