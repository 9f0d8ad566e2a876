import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { IntegrationHealth } from '@portico/contracts/http/event-health';
import type { EventList } from '@portico/contracts/http/events';
import { type Call, eventually, read } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { proxyClickHouse } from '../support/clickhouse-proxy.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const HOUR = 3_600_000;

/** The read limit of statements for the health of integrations. */
const BOUND = /max_rows_to_read = 5000000/;

jest.setTimeout(60_000);

describe('the health of integrations beyond the read limit', () => {
  let stack: EventsStack;
  let clickhouse: Awaited<ReturnType<typeof proxyClickHouse>>;
  let admin: Call;
  let bounded = 0;

  beforeAll(async () => {
    clickhouse = await proxyClickHouse(({ sql, pass }) => {
      if (!BOUND.test(sql)) return pass();
      bounded += 1;
      pass(sql.replace(BOUND, 'max_rows_to_read = 1'));
    });
    stack = await startEventsStack(clickhouse.url);
    await stack.start();
    admin = await stack.furnish();
  }, 120_000);
  afterAll(async () => {
    await stack?.stop();
    clickhouse?.stop();
  });

  it('reports the hour of the newest event', async () => {
    const hour = new Date(Math.floor(Date.now() / HOUR) * HOUR - HOUR);
    const at = (milliseconds: number) => new Date(hour.getTime() + milliseconds).toISOString();
    await stack.publisher.publish(...[1_234, 2_345].map((moment) => integrationEvent({ timestamp: at(moment) })));
    await eventually(async () => (await read<EventList>(admin, '/events?limit=1')).count === 2);
    const { data } = await read<{ data: IntegrationHealth[] }>(admin, '/events/integrations/health?ids=1');
    expect(bounded).toBeGreaterThan(0);
    expect(data).toMatchObject([{ integration_id: 1, last_at: hour.toISOString() }]);
  });
});
