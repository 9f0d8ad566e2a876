import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import {
  type EventTrend,
  HEALTH_HOURS,
  type IntegrationHealth,
  type IntegrationOverview,
  PERIODS,
} from '@portico/contracts/http/event-health';
import type { EventList, EventRow } from '@portico/contracts/http/events';
import type { RejectedEvent } from '@portico/contracts/http/rejected-events';
import { type Call, eventually, randomFrom, read, SEED } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { countResults, momentOf } from '../support/expected-health.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const IDS = [1, 2, 3, 4, 5];
const OWNERS: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 2 };
const NAMES = ['run.a', 'run.b', 'run.c', 'run.d', 'run.e', 'run.f', 'run.g'];

jest.setTimeout(60_000);

/** Random events of integrations 1 to 3 over three days, mostly recent. Integration 4 has only failures, 5 has no events. */
const anyEvents = (): IntegrationEvent[] => {
  const random = randomFrom(SEED);
  const whole = (below: number): number => Math.floor(random() * below);
  return Array.from({ length: 320 }, (_, number) => {
    const source_id = 1 + whole(4);
    const age = random() < 0.6 ? whole(5 * HOUR) : whole(72 * HOUR);
    const isFailure = source_id === 4 || random() < 0.4;
    return integrationEvent({
      source_id,
      organization_id: OWNERS[source_id] ?? 0,
      event_name: NAMES[whole(NAMES.length)] ?? '',
      timestamp: new Date(Date.now() - age).toISOString(),
      result: isFailure ? 'FAILURE' : 'SUCCESS',
      details: { message: `Number ${number}` },
    });
  });
};

describe('the health of integrations', () => {
  let stack: EventsStack;
  let admin: Call;
  let member: Call;
  let rows: EventRow[];
  let rejected: RejectedEvent[];

  beforeAll(async () => {
    stack = await startEventsStack();
    await stack.start();
    admin = await stack.furnish();
    const { publisher } = stack;
    for (const id of [3, 4]) await publisher.integration(id, { name: `integration ${id}`, organizationId: 2 });
    await publisher.integration(2, { name: 'banking', organizationId: 1 });
    member = await stack.as({ id: 5, usertype: 'CLIENT' });
    await eventually(async () => (await read<EventList>(member, '/events')).integrations.length === 2);
    await eventually(async () => (await read<EventList>(admin, '/events')).integrationCount === 4);
    const events = anyEvents();
    await publisher.publish(...events);
    const faulty = [1, 1, 4].map((source_id) => ({
      ...integrationEvent({ source_id, organization_id: OWNERS[source_id] ?? 0 }),
      result: 'PERHAPS',
    }));
    await publisher.publish(...faulty.map((event) => ({ key: '1', value: JSON.stringify(event) })));
    await publisher.publish({ key: '1', value: 'no JSON' });
    await eventually(async () => (await read<EventList>(admin, '/events?limit=1')).count === events.length);
    await eventually(async () => (await read<Page<RejectedEvent>>(admin, '/events/rejected')).count === 4);
    rows = (await read<EventList>(admin, '/events?limit=500')).data;
    rejected = (await read<Page<RejectedEvent>>(admin, '/events/rejected')).data;
  }, 120_000);
  afterAll(() => stack?.stop());

  /** Returns the response, and the hour in which the service computed it. */
  const inOneHour = async <Body>(ask: () => Promise<Body>): Promise<{ body: Body; present: number }> => {
    for (;;) {
      const present = Math.floor(Date.now() / HOUR);
      const body = await ask();
      if (Math.floor(Date.now() / HOUR) === present) return { body, present };
    }
  };
  const rejectedOf = (id: number | null): RejectedEvent[] =>
    rejected.filter(({ integration_id }) => integration_id === id);

  it('contains event counts per hour and the time of the last event, as computed from the listed events', async () => {
    const { body, present } = await inOneHour(() =>
      read<{ data: IntegrationHealth[] }>(admin, `/events/integrations/health?ids=${IDS.join(',')}`),
    );
    const expected = IDS.map((id) => {
      const own = rows.filter(({ source_id }) => source_id === id);
      const last = own.map((row) => Math.min(momentOf(row), Date.parse(row.published_at)));
      return {
        integration_id: id,
        last_at: last.length === 0 ? null : new Date(Math.max(...last)).toISOString(),
        hours: Array.from({ length: HEALTH_HOURS }, (_, index) => {
          const hour = present - HEALTH_HOURS + 1 + index;
          return countResults(own.filter((row) => Math.floor(momentOf(row) / HOUR) === hour));
        }),
      };
    });
    expect(body.data).toEqual(expected);
  });

  it.each(PERIODS)('contains totals of one integration for a period of %s and the previous period', async (period) => {
    for (const id of IDS) {
      const answer = await read<IntegrationOverview>(admin, `/events/integrations/${id}/health?period=${period}`);
      const [from, to] = [Date.parse(answer.from), Date.parse(answer.to)];
      const own = rows.filter(({ source_id }) => source_id === id);
      const within = own.filter((row) => momentOf(row) >= from && momentOf(row) < to);
      const before = own.filter((row) => momentOf(row) >= 2 * from - to && momentOf(row) < from);
      expect({ id, counts: answer.counts, before: answer.before }).toEqual({
        id,
        counts: countResults(within),
        before: countResults(before),
      });
      expect(answer.rejected).toEqual({ count: rejectedOf(id).length, before: period === '30d' ? null : 0 });
      const failures = within.filter(({ result }) => result === 'FAILURE');
      const failing = [...Map.groupBy(failures, ({ event_name }) => event_name)]
        .map(([event_name, some]) => ({ event_name, count: some.length, newest: some[0] }))
        .toSorted((a, b) => b.count - a.count || (a.event_name < b.event_name ? -1 : 1))
        .slice(0, 5)
        .map(({ newest, ...rest }) => ({
          ...rest,
          newest: {
            id: newest?.id,
            trace_id: newest?.trace_id,
            timestamp: newest?.timestamp,
            message: newest?.details.message,
          },
        }));
      expect(answer.failing).toEqual(failing);
      const delays = within
        .map((row) => Math.max(0, Date.parse(row.published_at) - momentOf(row)))
        .toSorted((a, b) => a - b);
      const delay =
        delays.length === 0
          ? null
          : { p50: delays[Math.floor(delays.length * 0.5)], p95: delays[Math.floor(delays.length * 0.95)] };
      expect(answer.delay).toEqual(delay && { ...delay, since: answer.from });
    }
  });

  it.each(PERIODS)('compares the visible events in a period of %s with the previous period', async (period) => {
    for (const [call, mayBe] of [
      [admin, [1, 2]],
      [member, [1]],
    ] as const) {
      const { from, to, counts, before } = await read<EventTrend>(call, `/events/trend?period=${period}`);
      const [first, end] = [Date.parse(from), Date.parse(to)];
      const seen = rows.filter(({ organization_id }) => mayBe.some((id) => id === organization_id));
      expect(counts).toEqual(countResults(seen.filter((row) => momentOf(row) >= first && momentOf(row) < end)));
      expect(before).toEqual(
        countResults(seen.filter((row) => momentOf(row) >= 2 * first - end && momentOf(row) < first)),
      );
    }
    const other = await read<EventTrend>(member, `/events/trend?period=${period}&organizations=2`);
    expect(other.counts).toEqual({ success: 0, failure: 0 });
  });

  it('is limited to 100 integrations, and visible to administrators only', async () => {
    const many = Array.from({ length: 101 }, (_, index) => index + 1).join(',');
    for (const query of ['', '?ids=', '?ids=x', '?ids=0', `?ids=${many}`])
      expect(await admin('GET', `/events/integrations/health${query}`)).toMatchObject({ status: 400 });
    expect(await admin('GET', '/events/integrations/1/health?period=1y')).toMatchObject({ status: 400 });
    for (const path of ['/events/integrations/health?ids=1', '/events/integrations/1/health'])
      expect(await member('GET', path)).toMatchObject({ status: 403 });
  });
});
