import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { EventFacets } from '@portico/contracts/http/event-facets';
import type { EventHistogram, EventList } from '@portico/contracts/http/events';
import { type Call, eventually, everyEvent, randomFrom, read, repeatedly, SEED } from '@portico/testkit';
import { callAs } from '@portico/testkit/product/signed-in';
import { connectOutsider, eventOf, type Outsider } from '../src/outsider.ts';
import { freePorts, type Stack, startStack } from '@portico/testkit/product/stack';

/** Number of kills. Set `PORTICO_KILLS=50` for a long run. */
const KILLS = Number(process.env['PORTICO_KILLS'] ?? 5);
/** Processes with data come first, so that a short run kills each of them. On one processor, `events` also does the work of `ingest`. */
const SERVICES = ['postgres', 'kafka', 'clickhouse', 'ingest', 'events', 'integrations', 'gateway'].filter(
  (name) => name !== 'ingest' || availableParallelism() > 1,
);
/** Milliseconds between two publications, which determine the load. */
const INTERVAL_MS = 50;
/** Timeout for everything that was acknowledged before the last kill. A process is restarted after at most ten seconds. */
const CATCH_UP = 180_000;

jest.setTimeout(300_000 + CATCH_UP + KILLS * 20_000);

describe('the whole product under load', () => {
  const random = randomFrom(SEED);
  const published = new Map<string, IntegrationEvent>();
  /** Ids of integrations whose creation the API has acknowledged. */
  const integrations: number[] = [];
  let dataDir: string;
  let stack: Stack;
  let admin: Call;
  let outsider: Outsider;
  let organizationId: number;

  const get = <Body>(path: string): Promise<Body> => read<Body>(admin, path);
  const create = async (path: string, body: object): Promise<number | null> => {
    const answer = await admin('POST', path, body);
    return answer.status === 201 ? (answer.body as { id: number }).id : null;
  };
  const anEvent = (source: number, index: number): IntegrationEvent =>
    eventOf({ id: source, organizationId }, { result: index % 4 === 0 ? 'FAILURE' : 'SUCCESS' });
  /** Publishes events, and retries until Kafka acknowledges the events. */
  const publish = async (events: readonly IntegrationEvent[]): Promise<void> => {
    for (const event of events) published.set(event.id, event);
    await eventually(() => outsider.publish(...events).then(() => true), CATCH_UP);
  };
  /** Whether the events service knows an integration. */
  const isKnown = async (id: number): Promise<boolean> => {
    const { body } = await admin('POST', '/events/validate', anEvent(id, 0));
    return (body as { accepted?: boolean }).accepted === true;
  };
  const kill = (name: string): void => {
    const { pid } = JSON.parse(readFileSync(join(dataDir, 'run', `${name}.json`), 'utf8')) as { pid: number };
    process.kill(pid, 'SIGKILL');
  };

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portico-e2e-'));
    stack = await startStack(dataDir, await freePorts(), ['--no-demo']);
    admin = await callAs(stack, 'admin');
    outsider = await connectOutsider(stack);
    organizationId = (await create('/organizations', { name: 'Acme' })) ?? 0;
    await eventually(async () => {
      const id = await create('/integrations', { name: 'Payroll', organizationId });
      if (id !== null) integrations.push(id);
      return id !== null;
    }, 60_000);
  });
  afterAll(async () => {
    await outsider?.close();
    await stack?.stop();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });

  it(`keeps each acknowledged event once with matching counts after ${KILLS} kills of its processes (seed ${SEED})`, async () => {
    const [source = 0] = integrations;
    const publishing = repeatedly(INTERVAL_MS, () =>
      publish(Array.from({ length: 20 }, (_, index) => anEvent(source, index))),
    );
    const creating = repeatedly(2 * INTERVAL_MS, async () => {
      const name = `Payroll ${randomUUID()}`;
      const id = await create('/integrations', { name, organizationId }).catch(() => null);
      if (id !== null) integrations.push(id);
    });
    for (let number = 0; number < KILLS; number += 1) {
      const moment = 300 + random() * 1_500;
      await sleep(moment);
      const victim = SERVICES[number < SERVICES.length ? number : Math.floor(random() * SERVICES.length)] ?? '';
      // Retries, because a process that has not restarted yet cannot be killed.
      await eventually(() => (kill(victim), true), 30_000);
    }
    await Promise.all([publishing.stop(), creating.stop()]);

    // Each acknowledged integration can publish, so its state has reached the events service from PostgreSQL through Kafka.
    for (const id of integrations) await eventually(() => isKnown(id), CATCH_UP);
    await eventually(async () => (await get<EventList>('/events')).count === published.size, CATCH_UP);
    await publish(integrations.map((id, index) => anEvent(id, index)));
    await eventually(async () => (await get<EventList>('/events')).count === published.size, CATCH_UP);
    const listed = (await everyEvent(admin)).map(({ id }) => id);
    expect(listed.toSorted()).toEqual([...published.keys()].toSorted());

    const failures = [...published.values()].filter(({ result }) => result === 'FAILURE').length;
    const { status } = await get<EventFacets>('/events/facets');
    const counted = Object.fromEntries(status.map(({ value, count }) => [value, count]));
    expect(counted).toEqual({ FAILURE: failures, SUCCESS: published.size - failures });
    const { buckets } = await get<EventHistogram>('/events/histogram');
    expect(buckets.reduce((sum, { failure }) => sum + failure, 0)).toBe(failures);
    expect(buckets.reduce((sum, { success }) => sum + success, 0)).toBe(published.size - failures);
  });
});
