import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { isAfter, parseCursor } from '@portico/contracts/events/position';
import { type EventList, type EventRow } from '@portico/contracts/http/events';
import { EXPORT_HEADERS } from '@portico/contracts/http/event-export';
import { type Call, eventually, everyEvent, LiveViewer, read, repeatedly, type ServiceProcess } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';
import { type LaggingClickHouse, lagClickHouse } from '../support/lagging-clickhouse.ts';

jest.setTimeout(120_000);

/** Lag of the replicas in milliseconds. */
const LAGS = [300, 2_500];
const EVENTS = 500;
const BATCH = 10;
/** Rows of a page, which contains all events. */
const PAGE = 500;
/** Milliseconds between two publications. This pause determines the load. */
const PACE = 50;
/** Offset of a page so deep that the service reads the page after its count, instead of both together. */
const DEEP = 600;

/** Texts that identify the SQL of reads on which decisions depend. */
const DECIDING = {
  identities: "mergeTreeProjection(currentDatabase(), 'integration_events', 'identity_hashes')",
  contents: '(timestamp, source_id, id) IN',
  positions: /^\s*SELECT kafka_partition, max\(place\) AS position/,
  'identities at the start of live rows': /^\s*SELECT source_id, id FROM integration_events/,
  migrations: 'FROM migrations',
};

describe(`replicas that lag by ${LAGS.join(' and ')} ms`, () => {
  let clickhouse: LaggingClickHouse;
  let stack: EventsStack;
  let services: ServiceProcess[];
  let admin: Call;
  const published = new Map<string, ReturnType<typeof integrationEvent>>();
  /** Lists that were requested while events were stored. Each list has one page. */
  const lists: EventList[] = [];
  const viewers: { viewer: LiveViewer; list: EventList }[] = [];

  beforeAll(async () => {
    clickhouse = await lagClickHouse(LAGS);
    stack = await startEventsStack(clickhouse.url);
    services = [await stack.start(), await stack.start(0)];
    admin = await stack.furnish();
    await publishAll();
  }, 240_000);
  afterAll(async () => {
    for (const { viewer } of viewers) viewer.close();
    await stack?.stop();
    clickhouse?.stop();
  });

  /**
   * Publishes events with timestamps of several days to every partition: some events twice, and the first event repeatedly to other
   * partitions. The first events of all batches are in one partition, so the ingest reads them in order.
   */
  const publishAll = async (): Promise<void> => {
    for (let count = 0; count < EVENTS; count += BATCH) {
      const events = Array.from({ length: BATCH }, (_, index) =>
        integrationEvent({ timestamp: new Date(Date.now() - (index % 5) * 86_400_000).toISOString() }),
      );
      for (const event of events) published.set(event.id, event);
      const [first] = published.values();
      const messages = events.map((event, index) => ({
        key: index === 0 ? 'first' : `${count} ${index}`,
        value: JSON.stringify(event),
      }));
      const again = count > BATCH ? [{ key: `${count}`, value: JSON.stringify(first) }] : [];
      await stack.publisher.publish(...messages, ...messages.slice(0, 3), ...again);
      if (count === BATCH) await readEverywhere(String(events[0]?.id));
      lists.push(await read<EventList>(admin, `/events?limit=${PAGE}`));
      if (count % 50 === 0) await watch();
      await sleep(3 * PACE);
    }
  };
  /**
   * Waits until the event is listed and sent live. Its copies in other partitions are published only then: otherwise one of two unread
   * copies could be stored and the other sent live. Viewers merge the copies by identity, but this test would count two events.
   */
  const readEverywhere = async (id: string): Promise<void> => {
    await eventually(async () =>
      (await read<EventList>(admin, `/events?limit=${PAGE}`)).data.some((row) => row.id === id),
    );
    await eventually(() => viewers[0]?.viewer.received.includes(id));
  };
  /** Requests one list, and follows its cursor. */
  const watch = async (): Promise<void> => {
    const viewer = await new LiveViewer(services[0]?.url ?? '', await stack.tokens.sign()).open();
    await viewer.socket.emitWithAck('unsubscribe');
    viewer.received.length = 0;
    const list = await read<EventList>(admin, `/events?limit=${PAGE}`);
    viewers.push({ viewer, list });
    await viewer.subscribe(list.cursor);
  };
  const counterOf = async ({ url }: ServiceProcess, outcome: string): Promise<number> => {
    const text = await (await fetch(new URL('/metrics', url))).text();
    return Number(new RegExp(`portico_ingest_events_total{outcome="${outcome}"} (\\d+)`).exec(text)?.[1]);
  };
  const counted = async (outcome: string): Promise<number> => {
    const counts = await Promise.all(services.map((service) => counterOf(service, outcome)));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const everyRow = (): Promise<EventRow[]> =>
    eventually(async () => {
      const rows = await everyEvent(admin);
      return rows.length === EVENTS && rows;
    }, 30_000);

  it('list each event once, and count it once in the metrics', async () => {
    const ids = (await everyRow()).map(({ id }) => id);
    expect(ids.toSorted()).toEqual([...published.keys()].toSorted());
    // The number of duplicates is higher if another process took over a partition and read its uncommitted events again.
    await eventually(async () => {
      expect(await counted('duplicate')).toBeGreaterThanOrEqual((EVENTS / BATCH) * 4 - 2);
      return true;
    });
    expect(await counted('stored')).toBe(EVENTS);
    expect(await counted('rejected')).toBe(0);
    // The lagging replicas answered at least one lookup of identities per insert.
    expect(clickhouse.answeredLate()).toBeGreaterThan(EVENTS / BATCH);
  });

  it('return lists that contain every row up to the cursor of the list', async () => {
    const rows = await everyRow();
    for (const { cursor, count, data } of lists) {
      const known = parseCursor(cursor);
      const covered = rows.filter(({ position }) => !isAfter(position, known));
      expect(data.map(({ id }) => id)).toEqual(covered.map(({ id }) => id));
      expect(count).toBe(covered.length);
    }
    expect(new Set(lists.map(({ cursor }) => cursor)).size).toBeGreaterThan(2);
  });

  it('send viewers every event exactly once', async () => {
    await everyRow();
    for (const { viewer, list } of viewers) {
      const listed = list.data.map(({ id }) => id);
      await eventually(() => {
        expect([...listed, ...viewer.received].toSorted()).toEqual([...published.keys()].toSorted());
        return true;
      });
      expect(viewer.resets).toEqual([]);
      viewer.check();
    }
  });

  it('deliver complete files and deep pages while events are stored', async () => {
    await everyRow();
    await stack.publisher.publish(...Array.from({ length: DEEP }, () => integrationEvent()));
    const load = repeatedly(PACE, () => stack.publisher.publish(integrationEvent(), integrationEvent()));
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const { headers, body } = await admin('GET', '/events/export?format=ndjson');
      expect(String(body).trim().split('\n')).toHaveLength(Number(headers.get(EXPORT_HEADERS.rows)));
      const { data, count } = await read<EventList>(admin, `/events?limit=${PAGE}&offset=${DEEP}`);
      expect(data).toHaveLength(Math.max(0, Math.min(PAGE, count - DEEP)));
    }
    await load.stop();
  });

  it('are queried with sequential consistency for every decision', () => {
    for (const [what, part] of Object.entries(DECIDING)) {
      const statements = clickhouse
        .seen()
        .filter((sql) => (typeof part === 'string' ? sql.includes(part) : part.test(sql)));
      const reads = statements.filter((sql) => /^\s*SELECT\b/.test(sql));
      const partial = reads.filter((sql) => !/SETTINGS .*select_sequential_consistency = 1/.test(sql));
      expect({ what, isAsked: reads.length > 0, partial }).toEqual({ what, isAsked: true, partial: [] });
    }
  });
});
