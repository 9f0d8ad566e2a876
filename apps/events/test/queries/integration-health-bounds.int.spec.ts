import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EventProblems } from '@portico/contracts/http/event-health';
import type { EventList } from '@portico/contracts/http/events';
import { type Call, eventually, read } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { proxyClickHouse } from '../support/clickhouse-proxy.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const HOUR = 3_600_000;

/** The setting of a statement that reads rows for the health of integrations. */
const BOUND = /max_rows_to_read = 5000000/;

jest.setTimeout(60_000);

describe('how integrations are doing, with more events than are read', () => {
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

  it('names those that fail by their hours, and what was rejected', async () => {
    const present = Math.floor(Date.now() / HOUR) * HOUR;
    const at = (hours: number) => new Date(present - hours * HOUR).toISOString();
    const events = [
      ...[5, 3, 2, 1].map((hours) =>
        integrationEvent({ timestamp: at(hours), result: hours === 5 ? 'SUCCESS' : 'FAILURE' }),
      ),
      // Whether these failed last is not said by their hour.
      ...(['SUCCESS', 'FAILURE', 'FAILURE', 'FAILURE'] as const).map((result) =>
        integrationEvent({ source_id: 2, organization_id: 2, timestamp: at(1), result }),
      ),
    ];
    await stack.publisher.publish(...events, { key: '1', value: 'no JSON' });
    await eventually(async () => (await read<EventList>(admin, '/events?limit=1')).count === events.length);
    const problems = await eventually(async () => {
      const answer = await read<EventProblems>(admin, '/events/problems');
      return answer.rejected.length > 0 && answer;
    });
    expect(bounded).toBeGreaterThan(0);
    expect(problems.rejected).toMatchObject([{ integration_id: null, count: 1 }]);
    expect(problems.failing).toEqual([
      {
        integration_id: 1,
        integration: 'payroll',
        organization_id: 1,
        organization: 'Acme',
        count: 3,
        since: at(3),
        isLonger: false,
        last_at: at(1),
        event_name: null,
      },
    ]);
  });
});
