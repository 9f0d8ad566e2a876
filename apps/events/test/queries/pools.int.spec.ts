import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EventList } from '@portico/contracts/http/events';
import { type Call, eventually, read } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';
import { EXPORT_PAGE, type HeldClickHouse, holdClickHouse } from '../support/held-clickhouse.ts';

jest.setTimeout(60_000);

/** Patterns of the statements of each purpose. */
const PURPOSES = {
  ingest: /^INSERT INTO integration_events/,
  live: /SELECT .*\bid\b.* LIMIT 100000/s,
  callers: /formatRowNoNewline/,
  exports: EXPORT_PAGE,
};

describe('connections to ClickHouse', () => {
  let clickhouse: HeldClickHouse;
  let stack: EventsStack;
  let admin: Call;

  beforeAll(async () => {
    clickhouse = await holdClickHouse(EXPORT_PAGE);
    stack = await startEventsStack(clickhouse.url);
    await stack.start();
    admin = await stack.furnish();
  }, 120_000);
  afterAll(async () => {
    clickhouse?.open();
    await stack?.stop();
    clickhouse?.stop();
  });

  const count = async (): Promise<number> => (await read<EventList>(admin, '/events')).count;

  it("are separate for ingest, live rows, callers' queries, and exports", async () => {
    await stack.publisher.publish(integrationEvent());
    await eventually(async () => (await count()) === 1);
    // The lists' connections are idle now, so an export with shared connections would use one of them.
    const file = admin('GET', '/events/export?format=ndjson');
    await eventually(() => clickhouse.held().length === 1);
    // The stalled export does not block queries.
    expect((await Promise.all(Array.from({ length: 8 }, count))).every((rows) => rows === 1)).toBe(true);
    clickhouse.release();
    expect((await file).status).toBe(200);
    const used = Object.entries(PURPOSES).map(([purpose, pattern]) => ({
      purpose,
      ports: clickhouse.connectionsOf(pattern),
    }));
    for (const { purpose, ports } of used) expect([purpose, ports.size > 0]).toEqual([purpose, true]);
    for (const one of used)
      for (const other of used)
        if (one !== other)
          expect([one.purpose, other.purpose, [...one.ports].filter((port) => other.ports.has(port))]).toEqual([
            one.purpose,
            other.purpose,
            [],
          ]);
  });
});
