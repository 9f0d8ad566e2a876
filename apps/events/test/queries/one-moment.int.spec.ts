import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { furthest, isAfter, parseCursor } from '@portico/contracts/events/position';
import type { EventFacets } from '@portico/contracts/http/event-facets';
import type { EventHistogram, EventList, EventRow } from '@portico/contracts/http/events';
import { type Call, caller, eventually, everyEvent, read, repeatedly } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

jest.setTimeout(240_000);

/** Number of different snapshots per process after which the test ends. */
const MOMENTS = 8;
/** Milliseconds between two publications. This pause determines the load. */
const PACE = 50;
/** A text in every message, so that a search for it matches every event. */
const TEXT = 'employees';

type Counted = { cursor: string; count: number };

describe('a count while events are stored', () => {
  let stack: EventsStack;
  let admin: Call;
  /**
   * Callers of three processes. The first process caches counts up to the default limit, the second caches none, and the third has a limit
   * that is sometimes exceeded.
   */
  let askers: Call[];

  beforeAll(async () => {
    stack = await startEventsStack();
    await stack.start();
    admin = await stack.furnish();
    const token = await stack.tokens.sign();
    askers = [admin];
    for (const most of ['0', '40']) {
      const { url } = await stack.start(0, { EVENTS_ROLES: 'queries', EVENTS_COUNTS_IN_MEMORY: most });
      const asker = caller(url, token);
      await eventually(async () => (await asker('GET', '/events')).status === 200, 60_000);
      askers.push(asker);
    }
  }, 180_000);
  afterAll(async () => stack?.stop());

  it('equals the number of events that its cursor covers, and comes with a cursor that never moves back', async () => {
    let published = 0;
    const load = repeatedly(PACE, async () => {
      // Uses more keys than partitions, so that each insert contains events of several partitions.
      const events = Array.from({ length: 30 }, () => integrationEvent());
      const messages = events.map((event, index) => ({ key: String(index), value: JSON.stringify(event) }));
      await stack.publisher.publish(...messages);
      published += events.length;
    });
    const lists: EventList[] = [];
    /** The latest positions that each process has returned. */
    const answered = new Map<Call, Map<number, number>>();
    const counted: Counted[] = [];
    let turn = 0;
    for (
      const moments = new Set<string>();
      moments.size < MOMENTS * askers.length;
      lists.forEach(({ cursor }) => moments.add(cursor))
    ) {
      turn += 1;
      const asker = askers[turn % askers.length] ?? admin;
      const before = answered.get(asker) ?? new Map<number, number>();
      const get = <Body>(path: string): Promise<Body> => read<Body>(asker, path);
      const [list, found, histogram, facets] = await Promise.all([
        get<EventList>('/events'),
        get<EventList>(`/events?query=${TEXT}`),
        get<EventHistogram>('/events/histogram'),
        get<EventFacets>('/events/facets'),
      ]);
      for (const { cursor } of [list, found, histogram, facets]) {
        const known = parseCursor(cursor);
        for (const [partition, offset] of before) expect(isAfter({ partition, offset }, known)).toBe(false);
        answered.set(asker, furthest(answered.get(asker) ?? before, known));
      }
      lists.push(list, found);
      const bars = histogram.buckets.reduce((sum, { success, failure }) => sum + success + failure, 0);
      const ofStatus = facets.status.reduce((sum, { count }) => sum + count, 0);
      counted.push({ cursor: histogram.cursor, count: bars }, { cursor: facets.cursor, count: ofStatus });
    }
    await load.stop();
    await eventually(async () => (await read<EventList>(admin, '/events')).count === published, 60_000);

    const rows = await everyEvent(admin);
    expect(rows).toHaveLength(published);
    const covered = (cursor: string): EventRow[] => {
      const known = parseCursor(cursor);
      return rows.filter(({ position }) => !isAfter(position, known));
    };
    for (const { cursor, count } of [...lists, ...counted]) expect(count).toBe(covered(cursor).length);
    for (const { cursor, data } of lists) {
      const newest = covered(cursor).slice(0, data.length);
      expect(data.map(({ id }) => id)).toEqual(newest.map(({ id }) => id));
    }
  });
});
