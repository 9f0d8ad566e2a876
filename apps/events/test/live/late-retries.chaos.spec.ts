import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EventList } from '@portico/contracts/http/events';
import { type Call, eventually, LiveViewer, type ServiceProcess } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

// Two processes restart twice, which takes long on a busy machine.
jest.setTimeout(300_000);

const PARTITION = 2;
const DAY = 24 * 60 * 60 * 1_000;

describe('an event published again long after it was stored', () => {
  let stack: EventsStack;
  let services: ServiceProcess[];
  let admin: Call;
  let clickhouse: ClickHouse;
  const viewers: LiveViewer[] = [];
  const late = integrationEvent({ timestamp: new Date(Date.now() - 80 * DAY).toISOString(), trace_id: 'f'.repeat(32) });

  beforeAll(async () => {
    stack = await startEventsStack();
    services = [await stack.start()];
    clickhouse = new ClickHouse(stack.clickhouseUrl);
    await stack.publisher.organization(1);
    await stack.publisher.integration(1);
    admin = await stack.as();
    await eventually(async () => ((await admin('GET', '/events')).body as EventList).integrations.length > 0);
  }, 120_000);
  afterAll(async () => {
    for (const viewer of viewers) viewer.close();
    await clickhouse?.close();
    await stack?.stop();
  });

  const publish = (event = integrationEvent()): Promise<void> =>
    stack.publisher.publish({ partition: PARTITION, value: JSON.stringify(event) });
  const count = async (): Promise<number> =>
    ((await admin('GET', `/events?trace=${late.trace_id}`)).body as EventList).count;
  const view = async ({ url }: ServiceProcess): Promise<LiveViewer> => {
    const viewer = await new LiveViewer(url, await stack.tokens.sign(), { trace: late.trace_id }).open();
    viewers.push(viewer);
    return viewer;
  };
  /** Loads the list now, and returns the rows that the viewer receives afterwards. */
  const receivedAfterLoad = async (service: ServiceProcess): Promise<string[]> => {
    const viewer = await view(service);
    await eventually(() => viewer.statuses.length > 0);
    viewer.check();
    viewer.close();
    return viewer.received;
  };
  /** Stores `rows` further events with current timestamps in a partition. */
  const fill = (rows: number, partition: number): Promise<void> =>
    clickhouse.run(`
      INSERT INTO integration_events (id, source_id, organization_id, source_type, event_name, timestamp, result,
        severity_text, trace_id, details, search_text, kafka_partition, kafka_offset, log_epoch, published_at, stored_at)
      SELECT concat('${partition}-', toString(number)), 1, 1, 'payroll', 'payrun.completed', now64(3) - 60, 'SUCCESS',
        'INFO', '${'0'.repeat(32)}', '{"message":""}', '', ${partition}, number, 0, now64(3), now64(3)
      FROM numbers(${rows})`);
  const restart = async (): Promise<void> => {
    await Promise.all(services.map((service) => service.stop()));
    services = [await stack.start(), await stack.start(0)];
  };

  it('is not shown again after a restart if it is among the last stored ids', async () => {
    await fill(25_000, 90);
    await publish(late);
    await eventually(async () => (await count()) === 1);
    await restart();
    const viewer = await view(services[0] as ServiceProcess);
    await publish(late);
    const marker = integrationEvent({ trace_id: late.trace_id });
    await publish(marker);
    await eventually(() => viewer.received.includes(marker.id));
    expect(viewer.received).toEqual([marker.id]);
    await eventually(async () => (await count()) === 2);
  });

  it('is not shown by any process to viewers who load the list after the store has detected the duplicate', async () => {
    await fill(101_000, 91);
    await restart();
    const viewer = await view(services[0] as ServiceProcess);
    await publish(late);
    await eventually(() => viewer.received.includes(late.id));
    for (const service of services) await eventually(async () => !(await receivedAfterLoad(service)).includes(late.id));
    for (const service of services) expect(await receivedAfterLoad(service)).toEqual([]);
    expect(await count()).toBe(2);
  });
});
