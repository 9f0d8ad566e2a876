import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { INTEGRATION_EVENTS_TOPIC, type IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { EventList } from '@portico/contracts/http/events';
import { type RunningClickHouse, startClickHouse } from '@portico/stack';
import { type Call, eventually, everyEvent, LiveViewer, read, repeatedly, type ServiceProcess } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const idsOf = (events: readonly IntegrationEvent[]): string[] => events.map(({ id }) => id);

/** Milliseconds between two publications. This pause determines the load. */
const PACE = 30;

describe('published events', () => {
  let dataDir: string;
  let clickhouse: RunningClickHouse;
  let stack: EventsStack;
  let service: ServiceProcess;
  let admin: Call;
  const published: IntegrationEvent[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portico-crash-'));
    clickhouse = await startClickHouse({ dataDir });
    stack = await startEventsStack(clickhouse.url);
    service = await stack.start();
    await stack.publisher.integration(1, { name: 'payroll' });
    admin = await stack.as();
    await eventually(async () => (await list()).integrations.length === 1, 30_000);
  }, 60_000);
  afterAll(async () => {
    await stack?.stop();
    await clickhouse?.stop();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });

  const list = (): Promise<EventList> => read<EventList>(admin, '/events');
  /** Publishes until `stop` is called. `more` waits until `count` more events are acknowledged. */
  const publishing = (): { more: (count: number) => Promise<void>; stop: () => Promise<void> } => {
    const load = repeatedly(PACE, async () => {
      const events = Array.from({ length: 20 }, (_, index) =>
        integrationEvent({ result: index === 0 ? 'FAILURE' : 'SUCCESS' }),
      );
      await stack.publisher.publish(...events);
      published.push(...events);
    });
    const more = async (count: number): Promise<void> => {
      const enough = published.length + count;
      await eventually(() => published.length >= enough, 60_000);
    };
    return { ...load, more };
  };
  const expectEachOnce = async (): Promise<void> => {
    await eventually(async () => (await list()).count >= published.length, 60_000);
    expect(idsOf(await everyEvent(admin)).toSorted()).toEqual(idsOf(published).toSorted());
    expect((await list()).count).toBe(published.length);
  };

  it('are listed exactly once after crashes of the service', async () => {
    const load = publishing();
    for (const count of [360, 160, 260, 420, 220]) {
      await load.more(count);
      await service.kill();
      service = await stack.start();
    }
    await load.stop();
    await expectEachOnce();
  }, 180_000);

  it('are listed exactly once if one of two processes ends and the other process takes over', async () => {
    const load = publishing();
    for (const end of ['kill', 'stop'] as const) {
      const other = await stack.start(0);
      await load.more(460);
      await other[end]();
      await load.more(100);
    }
    await load.stop();
    await expectEachOnce();
  }, 120_000);

  it('are listed exactly once and shown live after crashes of Kafka', async () => {
    const viewer = await new LiveViewer(service.url, await stack.tokens.sign(), { status: 'FAILURE' }).open();
    const load = publishing();
    for (const count of [200, 360]) {
      await load.more(count);
      await stack.crashKafka();
    }
    await load.more(160);
    await load.stop();
    await expectEachOnce();
    const last = integrationEvent({ result: 'FAILURE' });
    await stack.publisher.publish(last);
    published.push(last);
    await eventually(() => viewer.rows.has(last.id), 30_000);
    const failures = published.filter(({ result }) => result === 'FAILURE');
    expect(idsOf(failures).filter((id) => !viewer.rows.has(id))).toEqual([]);
    viewer.check();
    viewer.close();
  }, 180_000);

  it('are listed exactly once if ClickHouse crashes while they are published', async () => {
    const load = publishing();
    for (const count of [300, 180]) {
      await load.more(count);
      process.kill(-clickhouse.pid, 'SIGKILL');
      await clickhouse.exited;
      // The service answers from its snapshot until the snapshot is two seconds old.
      const refused = await eventually(async () => {
        const answer = await admin('GET', '/events');
        return answer.status !== 200 && answer;
      });
      expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(await admin('GET', '/health/dependencies')).toMatchObject({
        status: 503,
        body: { dependencies: { clickhouse: { state: 'failing' }, kafka: { state: 'ok' } } },
      });
      await load.more(count);
      clickhouse = await startClickHouse({ dataDir, port: clickhouse.port });
    }
    await load.stop();
    await expectEachOnce();
  }, 180_000);

  it('are all listed after a long outage of ClickHouse', async () => {
    process.kill(-clickhouse.pid, 'SIGKILL');
    await clickhouse.exited;
    const many = 60_000;
    for (let from = 0; from < many; from += 1_000)
      await stack.publisher.publish(...Array.from({ length: 1_000 }, () => integrationEvent()));
    clickhouse = await startClickHouse({ dataDir, port: clickhouse.port });
    await eventually(async () => (await list()).count === published.length + many, 60_000);
  }, 180_000);

  it('are listed after the topic is recreated', async () => {
    const before = (await list()).count;
    const topicAdmin = stack.kafka.admin();
    await topicAdmin.connect();
    await service.stop();
    await topicAdmin.deleteTopics({ topics: [INTEGRATION_EVENTS_TOPIC] });
    await topicAdmin.disconnect();
    for (let round = 1; round <= 2; round += 1) {
      service = await stack.start();
      const event = integrationEvent();
      await eventually(() => stack.publisher.publish(event).then(() => true));
      await eventually(async () => (await list()).count === before + round, 30_000);
      await service.stop();
    }
  }, 120_000);
});
