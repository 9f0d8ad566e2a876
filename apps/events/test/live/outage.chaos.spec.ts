import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { EventList } from '@portico/contracts/http/events';
import { type RunningClickHouse, startClickHouse } from '@portico/stack';
import { type Call, eventually, LiveViewer, read, type ServiceProcess } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

/** Seconds for which an engine stays unavailable after live rows report it. Set LIVE_OUTAGE_SECONDS=300 for a long run. */
const SECONDS = Number(process.env['LIVE_OUTAGE_SECONDS'] ?? 1);
/** Events per second. A long run publishes more events than the ingest reads while it cannot store. */
const RATE = 400;
const A_SECOND = 1_000;
const SOON = 60_000;
/** Maximum growth of the service's memory in MiB, for events to store (32 MiB as published) and the replay buffer. */
const ROOM = 400;

describe('while an engine is unavailable', () => {
  let dataDir: string;
  let clickhouse: RunningClickHouse;
  let stack: EventsStack;
  let service: ServiceProcess;
  let viewer: LiveViewer;
  let admin: Call;
  const published: IntegrationEvent[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portico-outage-'));
    clickhouse = await startClickHouse({ dataDir });
    stack = await startEventsStack(clickhouse.url);
    service = await stack.start();
    await stack.publisher.integration(1, { name: 'payroll' });
    admin = await stack.as();
    await eventually(async () => (await list()).integrations.length === 1, SOON);
    viewer = await new LiveViewer(service.url, await stack.tokens.sign()).open();
  }, 120_000);
  afterAll(async () => {
    viewer?.close();
    await stack?.stop();
    await clickhouse?.stop();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });

  const list = (): Promise<EventList> => read<EventList>(admin, '/events');
  const publish = async (count: number): Promise<void> => {
    const events = Array.from({ length: count }, () => integrationEvent());
    await stack.publisher.publish(...events);
    published.push(...events);
  };
  /** Resident memory of the service in MiB. */
  const memory = async (): Promise<number> => {
    const { body } = await admin('GET', '/metrics');
    const bytes = Number(/^process_resident_memory_bytes\S* (\d+)/m.exec(String(body))?.[1]);
    expect(bytes).toBeGreaterThan(0);
    return bytes / 1024 ** 2;
  };
  /** Expects that the service is still ready, and that `GET /health/dependencies` reports the engine as failing. */
  const expectServingWithout = async (engine: string): Promise<void> => {
    await eventually(async () => {
      const { status, body } = await admin('GET', '/health/dependencies');
      const { dependencies } = body as { dependencies: Record<string, { state: string; reason?: string }> };
      return status === 503 && dependencies[engine]?.state === 'failing' && dependencies[engine].reason !== undefined;
    }, SOON);
    expect(await admin('GET', '/health/ready')).toMatchObject({ status: 200, body: { status: 'ok', missing: {} } });
  };
  const expectEverythingBack = (): Promise<boolean> =>
    eventually(async () => (await admin('GET', '/health/dependencies')).status === 200, SOON);
  const expectAllOnce = async (): Promise<void> => {
    await eventually(() => published.every(({ id }) => viewer.rows.has(id)), SOON);
    expect(new Set(viewer.received).size).toBe(viewer.received.length);
    expect(viewer.resets).toEqual([]);
    expect(viewer.skipped).toBe(0);
    viewer.check();
  };

  it(
    "live rows continue without ClickHouse, and report the history's lag until ClickHouse is back",
    async () => {
      await publish(100);
      await expectAllOnce();
      const before = await memory();
      process.kill(-clickhouse.pid, 'SIGKILL');
      await clickhouse.exited;
      await publish(RATE);
      await eventually(() => viewer.statuses.at(-1)?.isHistoryLagging === true, SOON);
      for (let second = 0; second < SECONDS; second += 1) {
        await publish(RATE);
        await sleep(A_SECOND);
      }
      expect((await admin('GET', '/events')).status).toBe(503);
      await expectServingWithout('clickhouse');
      viewer.loseConnection();
      await publish(100);
      await expectAllOnce();
      expect(viewer.statuses.at(-1)).toMatchObject({ isHistoryLagging: true });
      expect((await memory()) - before).toBeLessThan(ROOM);

      clickhouse = await startClickHouse({ dataDir, port: clickhouse.port });
      await eventually(async () => (await list()).count === published.length, 2 * SOON);
      await eventually(() => viewer.statuses.at(-1)?.isHistoryLagging === false, SOON);
      await expectEverythingBack();
      await expectAllOnce();
      expect((await memory()) - before).toBeLessThan(ROOM);
    },
    300_000 + SECONDS * 5_000,
  );

  it(
    'lists are still served without Kafka, and live rows report their delay until Kafka is back',
    async () => {
      const { count } = await list();
      const letSpeak = stack.silenceKafka();
      try {
        await eventually(() => (viewer.statuses.at(-1)?.behind ?? 0) > 3_000, SOON);
        const longest = 3_000 + (SECONDS - 1) * 1_000;
        await eventually(() => (viewer.statuses.at(-1)?.behind ?? 0) > longest, longest + SOON);
        expect((await list()).count).toBe(count);
        await expectServingWithout('kafka');
        expect(viewer.socket.connected).toBe(true);
      } finally {
        letSpeak();
      }
      await eventually(() => publish(50).then(() => true), SOON);
      await eventually(() => viewer.statuses.at(-1)?.behind === 0, SOON);
      await expectEverythingBack();
      await expectAllOnce();
      await eventually(async () => (await list()).count === published.length, SOON);
    },
    300_000 + SECONDS * 5_000,
  );
});
