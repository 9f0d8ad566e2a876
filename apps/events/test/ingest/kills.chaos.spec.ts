import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { EventFacets } from '@portico/contracts/http/event-facets';
import type { EventHistogram, EventList } from '@portico/contracts/http/events';
import { type RunningClickHouse, startClickHouse } from '@portico/stack';
import {
  type Call,
  eventually,
  everyEvent,
  randomFrom,
  read,
  repeatedly,
  SEED,
  type ServiceProcess,
} from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

/** Number of kills. Set INGEST_KILLS=50 for a long run. */
const KILLS = Number(process.env['INGEST_KILLS'] ?? 4);
/** Maximum milliseconds to store the events published before the last kill. */
const CATCH_UP = 120_000;
/** Milliseconds between two publications. This pause determines the load. */
const PACE = 50;
const ORGANIZATIONS = 3;

describe('an ingest killed at any moment under load', () => {
  const random = randomFrom(SEED);
  const published = new Map<string, IntegrationEvent>();
  let dataDir: string;
  let clickhouse: RunningClickHouse;
  let stack: EventsStack;
  const services: ServiceProcess[] = [];
  let admin: Call;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portico-kills-'));
    clickhouse = await startClickHouse({ dataDir });
    stack = await startEventsStack(clickhouse.url);
    services.push(await stack.start(), await stack.start(0));
    for (let id = 1; id <= ORGANIZATIONS; id += 1) await stack.publisher.integration(id, { organizationId: id });
    admin = await stack.as();
    await eventually(async () => (await get<EventList>('/events')).integrations.length === ORGANIZATIONS, 60_000);
  }, 300_000);
  afterAll(async () => {
    await stack?.stop();
    await clickhouse?.stop();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });

  const get = <Body>(path: string): Promise<Body> => read<Body>(admin, path);

  /** Events of all organizations. Some events are sent again, in the same batch, or later to a different partition. */
  const batch = (): { key: string; value: string }[] => {
    const events = Array.from({ length: 20 }, (_, index) => {
      const organization = 1 + (index % ORGANIZATIONS);
      const result = index % 4 === 0 ? 'FAILURE' : 'SUCCESS';
      return integrationEvent({ organization_id: organization, source_id: organization, result });
    });
    const earlier = [...published.values()].slice(-200);
    const again = [events[0], earlier[Math.floor(random() * earlier.length)]].filter((event) => event !== undefined);
    for (const event of events) published.set(event.id, event);
    return [
      ...events.map((event) => ({ key: String(event.organization_id), value: JSON.stringify(event) })),
      ...again.map((event) => ({ key: `again ${random()}`, value: JSON.stringify(event) })),
    ];
  };
  const publish = async (): Promise<void> => {
    const messages = batch();
    // Publishes unacknowledged events again, as a publisher would.
    await eventually(() => stack.publisher.publish(...messages).then(() => true), 60_000);
  };

  const killService = async (index: number): Promise<void> => {
    await services[index]?.kill();
    services[index] = index === 0 ? await stack.start() : await stack.start(0);
  };
  const killClickHouse = async (): Promise<void> => {
    process.kill(-clickhouse.pid, 'SIGKILL');
    await clickhouse.exited;
    clickhouse = await startClickHouse({ dataDir, port: clickhouse.port });
  };
  const victims = [() => stack.crashKafka(), () => killService(0), killClickHouse, () => killService(1)];

  it(
    `lists each published event once with matching counts after ${KILLS} kills (seed ${SEED})`,
    async () => {
      const load = repeatedly(PACE, publish);
      for (let kill = 0; kill < KILLS; kill += 1) {
        const moment = random() * 1_500;
        await sleep(moment);
        await victims[kill < victims.length ? kill : Math.floor(random() * victims.length)]?.();
      }
      await load.stop();
      await eventually(async () => (await get<EventList>('/events')).count >= published.size, CATCH_UP);

      const listed = (await everyEvent(admin)).map(({ id }) => id);
      expect(listed.toSorted()).toEqual([...published.keys()].toSorted());
      await expectCounts();
    },
    KILLS * 60_000 + CATCH_UP + 120_000,
  );

  const expectCounts = async (): Promise<void> => {
    const failures = [...published.values()].filter(({ result }) => result === 'FAILURE').length;
    expect((await get<EventList>('/events')).count).toBe(published.size);
    expect((await get<EventList>('/events?status=FAILURE')).count).toBe(failures);
    const { status, organization } = await get<EventFacets>('/events/facets');
    expect(Object.fromEntries(status.map(({ value, count }) => [value, count]))).toEqual({
      FAILURE: failures,
      SUCCESS: published.size - failures,
    });
    expect(organization.reduce((sum, { count }) => sum + count, 0)).toBe(published.size);
    const { buckets } = await get<EventHistogram>('/events/histogram');
    expect(buckets.reduce((sum, { failure }) => sum + failure, 0)).toBe(failures);
    expect(buckets.reduce((sum, { success }) => sum + success, 0)).toBe(published.size - failures);
  };
});
