import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventList } from '@portico/contracts/http/events';
import type { Redrive } from '@portico/contracts/http/redrives';
import { type Call, caller, eventually, read, type ServiceProcess } from '@portico/testkit';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';
import { brokenText, MAP, post, rejectMany, reportOf, runOf, start } from '../support/redrive-world.ts';

const MANY = 3_000;
const KILLS = 3;

describe('a run over many rejected events', () => {
  let stack: EventsStack;
  let service: ServiceProcess;
  let admin: Call;

  beforeAll(async () => {
    stack = await startEventsStack();
    service = await stack.start();
    admin = await stack.furnish();
    await rejectMany(
      { stack, admin },
      'event',
      Array.from({ length: MANY }, (_, index) => brokenText(`event ${index}`)),
    );
  }, 120_000);
  afterAll(() => stack?.stop());

  it('is shown as interrupted after each kill, can be resumed, and lists every event exactly once', async () => {
    const { id } = await start(admin, MAP);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const { counts } = await runOf(admin, id);
      const least = Math.min(counts.published + 1, MANY);
      await eventually(async () => (await runOf(admin, id)).counts.published >= least, 30_000);
      await service.kill();
      service = await stack.start();
      await eventually(async () => (await runOf(admin, id)).state === 'interrupted', 60_000);
      expect((await admin('POST', '/events/redrives', { filter: { integration: 1 }, correction: MAP })).status).toBe(
        409,
      );
      expect((await post<Redrive>(admin, `/events/redrives/${id}/resume`)).state).toBe('running');
    }
    const done = await eventually(async () => {
      const run = await runOf(admin, id);
      return run.state === 'done' && run;
    }, 60_000);
    expect(done).toMatchObject({ total: MANY, counts: { published: MANY, listed: 0, conflict: 0, rejected: 0 } });
    const report = await eventually(async () => {
      const rows = await reportOf(admin, id);
      return rows.every(({ is_listed }) => is_listed) && rows;
    }, 60_000);
    expect(new Set(report.map(({ event_id }) => event_id)).size).toBe(MANY);
    expect(report.filter(({ outcome }) => outcome === 'published')).toHaveLength(MANY);
    expect((await read<EventList>(admin, '/events')).count).toBe(MANY);
    expect((await read<{ count: number }>(admin, '/events/rejected')).count).toBe(MANY);
  }, 300_000);

  it('continues in another process if its process hangs, and ignores later writes of the hanging process', async () => {
    const before = (await read<EventList>(admin, '/events')).count;
    await rejectMany(
      { stack, admin },
      'still',
      Array.from({ length: MANY / 2 }, (_, index) => brokenText(`still ${index}`)),
    );
    await service.stop();
    // Starts only one process with the role that executes runs, so that the test knows which process executes the run.
    await stack.start(0, { EVENTS_ROLES: 'ingest' });
    const token = await stack.tokens.sign();
    const first = await stack.start(0, { EVENTS_ROLES: 'queries' });
    const ofFirst = caller(first.url, token);
    await eventually(async () => (await ofFirst('GET', '/events/redrives')).status === 200, 60_000);
    const { id } = await start(ofFirst, MAP, { query: 'still' });
    await eventually(async () => (await runOf(ofFirst, id)).counts.published > 0, 30_000);
    first.process.kill('SIGSTOP');
    const call = caller((await stack.start(0, { EVENTS_ROLES: 'queries' })).url, token);
    try {
      await eventually(async () => (await runOf(call, id)).state === 'interrupted', 60_000);
      await post(call, `/events/redrives/${id}/resume`);
      await eventually(async () => (await runOf(call, id)).counts.published > MANY / 4, 60_000);
    } finally {
      first.process.kill('SIGCONT');
    }
    const done = await eventually(async () => {
      const run = await runOf(call, id);
      return run.state === 'done' && run;
    }, 60_000);
    expect(done.counts).toEqual({ published: MANY / 2, listed: 0, unchanged: 0, rejected: 0, conflict: 0 });
    const report = await eventually(async () => {
      const rows = await reportOf(call, id);
      return rows.every(({ is_listed }) => is_listed) && rows;
    }, 60_000);
    expect(new Set(report.map(({ event_id }) => event_id)).size).toBe(MANY / 2);
    expect(await runOf(ofFirst, id)).toEqual(done);
    expect((await read<EventList>(call, '/events')).count).toBe(before + MANY / 2);
  }, 300_000);
});
