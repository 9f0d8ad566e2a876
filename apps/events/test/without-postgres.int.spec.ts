import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventList } from '@portico/contracts/http/events';
import type { Redrive } from '@portico/contracts/http/redrives';
import { startPostgres } from '@portico/stack';
import { type Call, eventually, read, type ServiceProcess } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { z } from 'zod';
import { openDoor, type Send, sender, taken, usedBytes } from './support/door.ts';
import { type EventsStack, startEventsStack } from './support/events-stack.ts';
import { brokenText, MAP, rejectMany, reportOf, runOf, start } from './support/redrive-world.ts';

const DOOR = 70_500;
const MANY = 1_500;
const MUCH = 1_000_000;
const Report = z.object({ dependencies: z.record(z.string(), z.object({ state: z.string() })) });

describe('the events service without PostgreSQL', () => {
  let dataDir: string;
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let stack: EventsStack;
  let service: ServiceProcess;
  let admin: Call;
  let send: Send;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portico-events-postgres-'));
    postgres = await startPostgres({ dataDir });
    stack = await startEventsStack(undefined, { environment: { POSTGRES_URL: postgres.url } });
    service = await stack.start();
    admin = await stack.furnish();
    const quota = { eventsPerMinute: MUCH, bytesPerDay: MUCH };
    ({ send } = await openDoor(stack, service.url, { integration: DOOR, organization: 1, quota }));
    await rejectMany(
      { stack, admin },
      'outage',
      Array.from({ length: MANY }, (_, index) => brokenText(`outage ${index}`)),
    );
  }, 180_000);
  afterAll(async () => {
    await stack?.stop();
    await postgres?.stop();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });

  const killPostgres = async (): Promise<void> => {
    process.kill(postgres.pid, 'SIGKILL');
    await postgres.exited;
  };
  const restartPostgres = async (): Promise<void> => {
    postgres = await startPostgres({ dataDir, port: postgres.port });
  };
  const listed = async (query: string): Promise<number> =>
    (await read<EventList>(admin, `/events?where=${encodeURIComponent(`id:"${query}"`)}`)).count;
  /** Publishes an event over HTTP, and waits until it is listed. */
  const publish = async (id: string): Promise<void> => {
    const event = integrationEvent({ id, source_id: DOOR, organization_id: 1 });
    expect(taken(await send([event]))).toEqual({ accepted: 1, rejected: [] });
    await eventually(async () => (await listed(id)) === 1, 60_000);
  };
  const expectServing = async (run: string): Promise<void> => {
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
    await eventually(async () => {
      const answer = await fetch(`${service.url}/health/dependencies`);
      const { dependencies } = Report.parse(await answer.json());
      return dependencies['postgres']?.state === 'failing';
    }, 30_000);
    const request = { filter: { integration: 1 }, correction: MAP };
    for (const [method, path, body] of [
      ['GET', '/events/redrives'],
      ['GET', `/events/redrives/${run}`],
      ['GET', `/events/redrives/${run}/report`],
      ['POST', `/events/redrives/${run}/pause`],
      ['POST', '/events/redrives', request],
    ] as const)
      expect(await admin(method, path, body)).toMatchObject({
        status: 503,
        body: { code: 'unavailable', message: expect.stringContaining('not available right now') },
      });
  };

  it('accepts, stores and lists events after PostgreSQL is killed during a run, and continues the run after its restart', async () => {
    const run = await start(admin, MAP, { query: 'outage' });
    await eventually(async () => (await runOf(admin, run.id)).counts.published > 0, 30_000);
    await killPostgres();
    await publish('in the first outage');
    await expectServing(run.id);
    await restartPostgres();
    const done = await eventually(async () => {
      const now: Redrive = await runOf(admin, run.id);
      return now.state === 'done' && now;
    }, 60_000);
    expect(done.counts).toEqual({ published: MANY, listed: 0, unchanged: 0, rejected: 0, conflict: 0 });
    const report = await eventually(async () => {
      const rows = await reportOf(admin, run.id);
      return rows.every(({ is_listed }) => is_listed) && rows;
    }, 60_000);
    expect(new Set(report.map(({ event_id }) => event_id)).size).toBe(MANY);
    expect(report).toHaveLength(MANY);
  }, 180_000);

  it('starts without PostgreSQL, and counts accepted events as soon as PostgreSQL is back', async () => {
    const [run] = (await read<{ data: Redrive[] }>(admin, '/events/redrives')).data;
    await killPostgres();
    await service.kill();
    service = await stack.start();
    await eventually(async () => (await fetch(`${service.url}/health/ready`)).ok, 60_000);
    await publish('in the second outage');
    const quota = { eventsPerMinute: MUCH, bytesPerDay: 1_000 };
    const door = await openDoor(stack, service.url, { integration: DOOR + 1, organization: 1, quota });
    const events = (count: number) =>
      Array.from({ length: count }, () => integrationEvent({ source_id: DOOR + 1, organization_id: 1 }));
    taken(await door.send(events(2)));
    await expectServing(run?.id ?? '');
    await restartPostgres();
    await eventually(async () => (await usedBytes(postgres.url, DOOR + 1)) > 0, 30_000);
    const other = await stack.start(0, { EVENTS_ROLES: 'doors' });
    const elsewhere = sender(other.url, door.key);
    await eventually(async () => (await elsewhere([])).status === 202, 30_000);
    expect((await elsewhere(events(2))).status).toBe(429);
    expect((await runOf(admin, run?.id ?? '')).state).toBe('done');
  }, 180_000);
});
