import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EventMinutes } from '@portico/contracts/http/event-minutes';
import type { EventList } from '@portico/contracts/http/events';
import { type Call, eventually, read } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { proxyClickHouse } from '../support/clickhouse-proxy.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const MINUTE = 60_000;
const BOUND = /max_rows_to_read = 20000000/;

jest.setTimeout(60_000);

const minuteOf = (moment: string): number => Math.floor(Date.parse(moment) / MINUTE);
const iso = (moment: number): string => new Date(moment).toISOString();
const ago = (minutes: number): string => iso(Date.now() - minutes * MINUTE);

describe('event counts by minute of arrival', () => {
  let stack: EventsStack;
  let clickhouse: Awaited<ReturnType<typeof proxyClickHouse>>;
  let [admin, member]: Call[] = [];
  let isBounded = false;

  beforeAll(async () => {
    clickhouse = await proxyClickHouse(({ sql, pass }) => {
      if (isBounded && BOUND.test(sql)) pass(sql.replace(BOUND, 'max_rows_to_read = 1'));
      else pass();
    });
    stack = await startEventsStack(clickhouse.url);
    await stack.start();
    admin = await stack.furnish();
    member = await stack.as({ id: 5, usertype: 'CLIENT' });
    await stack.publisher.publish(
      integrationEvent({ id: 'now', timestamp: ago(0) }),
      integrationEvent({ id: 'late', timestamp: ago(34), result: 'FAILURE' }),
      integrationEvent({ id: 'later', timestamp: ago(60 * 24 * 80), result: 'FAILURE' }),
      integrationEvent({ id: 'other', timestamp: ago(0), source_id: 2, organization_id: 2 }),
    );
    await eventually(async () => (await read<EventList>(admin as Call, '/events?limit=4')).count === 4);
  }, 120_000);
  afterAll(async () => {
    await stack?.stop();
    clickhouse?.stop();
  });

  const path = (search: Record<string, string> = {}): string =>
    `/events/minutes?${new URLSearchParams({ arrivedFrom: ago(10), arrivedTo: ago(-1), ...search }).toString()}`;
  const minutes = (search: Record<string, string> = {}, call = admin as Call) => read<EventMinutes>(call, path(search));
  const total = ({ data }: EventMinutes): number => data.reduce((sum, { count }) => sum + count, 0);

  it('include late events in the minute of arrival, with their longest delay', async () => {
    const { data: rows } = await read<EventList>(admin as Call, '/events?status=FAILURE');
    const { data } = await minutes({ status: 'FAILURE' });
    const arrivals = rows.map(({ published_at: at }) => minuteOf(at));
    expect(data.map(({ arrived, happened, count }) => ({ arrived, happened, count }))).toEqual(
      [
        ...Map.groupBy(
          arrivals.toSorted((a, b) => a - b),
          (minute) => minute,
        ),
      ].map(([arrived, { length: count }]) => ({
        arrived,
        happened: arrived,
        count,
      })),
    );
    const delays = rows.map(({ published_at: at, timestamp }) => Date.parse(at) - Date.parse(timestamp));
    expect(Math.max(...data.map(({ delay }) => delay))).toBe(Math.max(...delays));
  });

  it('can also group events by the minute of the timestamp', async () => {
    const { data: rows } = await read<EventList>(admin as Call, '/events');
    const { data } = await minutes({ by: 'happened' });
    const pairs = (some: readonly (readonly [number, number])[]) => some.map(String).toSorted();
    expect(
      pairs(
        data.flatMap(({ arrived, happened, count }) =>
          Array.from({ length: count }, () => [arrived, happened] as const),
        ),
      ),
    ).toEqual(pairs(rows.map(({ published_at: at, timestamp }) => [minuteOf(at), minuteOf(timestamp)] as const)));
  });

  it('exclude events that arrived outside the range, precise to the millisecond', async () => {
    const { data: rows } = await read<EventList>(admin as Call, '/events');
    const arrivals = rows.map(({ published_at: at }) => Date.parse(at));
    const first = Math.min(...arrivals);
    expect(total(await minutes({ arrivedFrom: iso(first) }))).toBe(4);
    expect(total(await minutes({ arrivedTo: iso(first) }))).toBe(0);
    expect(total(await minutes({ arrivedFrom: iso(Math.max(...arrivals) + 1) }))).toBe(0);
  });

  it('cover the events that match the filter and that the caller may see', async () => {
    expect(total(await minutes({}, member as Call))).toBe(3);
    expect(total(await minutes({ where: 'status:FAILURE delay:>1d' }))).toBe(1);
    expect(total(await minutes({ organizations: '2' }, member as Call))).toBe(0);
  });

  it('contain the time up to which they are complete', async () => {
    const now = Date.now();
    await eventually(async () => Date.parse((await minutes()).completeTo) > now, 30_000);
    expect(Date.parse((await minutes()).completeTo)).toBeLessThan(Date.now());
  });

  it('are rejected for a range that is too long or has too many events', async () => {
    expect((await (admin as Call)('GET', path({ arrivedFrom: ago(32 * 24 * 60) }))).status).toBe(400);
    isBounded = true;
    const refused = await (admin as Call)('GET', path());
    isBounded = false;
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect((await (admin as Call)('GET', '/events/minutes')).status).toBe(400);
  });
});
