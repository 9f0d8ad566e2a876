import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EventFilter } from '@portico/contracts/http/events';
import { eventually, LiveViewer, type ServiceProcess } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

jest.setTimeout(60_000);

describe('a paused viewer', () => {
  let stack: EventsStack;
  let service: ServiceProcess;
  const viewers: LiveViewer[] = [];

  beforeAll(async () => {
    stack = await startEventsStack();
    service = await stack.start();
    await stack.furnish();
  }, 60_000);
  afterEach(() => {
    for (const viewer of viewers.splice(0)) viewer.close();
  });
  afterAll(async () => stack?.stop());

  const view = async (
    options: Parameters<EventsStack['tokens']['sign']>[0] = {},
    filter: EventFilter = {},
  ): Promise<LiveViewer> => {
    const viewer = new LiveViewer(service.url, await stack.tokens.sign(options), filter);
    viewers.push(viewer);
    return viewer.open();
  };
  /**
   * Pauses the viewer. Returns a function that returns the numbers of rows since then, without earlier rows that the server counted late.
   */
  const pause = async (viewer: LiveViewer): Promise<() => { arrived: number; failed: number }> => {
    await viewer.pause();
    const before = await eventually(() => viewer.news ?? undefined);
    return () => {
      const { arrived, failed } = viewer.news ?? before;
      return { arrived: arrived - before.arrived, failed: failed - before.failed };
    };
  };
  const publish = async (count: number, failures: number): Promise<string[]> => {
    const events = Array.from({ length: count }, (_, index) =>
      integrationEvent(index < failures ? { result: 'FAILURE', severity_text: 'ERROR' } : {}),
    );
    for (let from = 0; from < count; from += 1_000) await stack.publisher.publish(...events.slice(from, from + 1_000));
    return events.map(({ id }) => id);
  };

  it('receives the numbers of arrived and failed rows that match the filter, and the rows themselves when it resumes', async () => {
    const [all, failures] = [await view(), await view({}, { status: 'FAILURE' })];
    const [ofAll, ofFailures] = [await pause(all), await pause(failures)];
    const frames = all.frames.length;
    const ids = await publish(37, 4);
    await eventually(() => ofAll().arrived === 37 && ofFailures().arrived === 4);
    expect([ofAll(), ofFailures()]).toEqual([
      { arrived: 37, failed: 4 },
      { arrived: 4, failed: 4 },
    ]);
    expect(all.frames).toHaveLength(frames);
    await all.resume();
    await eventually(() => ids.every((id) => all.rows.has(id)));
    expect(new Set(all.received).size).toBe(all.received.length);
    all.check();
  });

  it('receives an exact count instead of ten thousand new rows, and reloads the list when it resumes', async () => {
    const [all, failures] = [await view(), await view({}, { status: 'FAILURE' })];
    const [ofAll, ofFailures] = [await pause(all), await pause(failures)];
    const before = all.received.length;
    const ids = await publish(10_000, 2_100);
    await eventually(() => ofAll().arrived === 10_000 && ofFailures().arrived === 2_100, 30_000);
    expect([ofAll().failed, ofFailures().failed]).toEqual([2_100, 2_100]);
    expect(all.received).toHaveLength(before);
    const admin = await stack.as();
    await eventually(async () => ((await admin('GET', '/events')).body as { count: number }).count >= 10_000, 30_000);
    await failures.resume();
    await eventually(() => ids.slice(0, 2_100).every((id) => failures.rows.has(id)), 30_000);
    expect(failures.resets).toEqual(['cursor_too_old']);
    expect(failures.received.filter((id) => ids.includes(id))).toEqual([]);
    failures.check();
  });

  it('receives complete totals after a lost connection, and after a restart with an empty buffer', async () => {
    const viewer = await view();
    const news = await pause(viewer);
    await publish(20, 3);
    await eventually(() => news().arrived === 20);
    viewer.socket.io.engine.close();
    await publish(5, 1);
    await eventually(() => news().arrived === 25);
    await service.kill();
    await publish(7, 2);
    service = await stack.start();
    await eventually(() => news().arrived === 32, 30_000);
    expect(news()).toEqual({ arrived: 32, failed: 6 });
    expect(viewer.resets).toEqual([]);
    viewer.check();
  });

  it('receives no more totals after its membership ends', async () => {
    const viewer = await view({ id: 5, usertype: 'CLIENT' });
    const news = await pause(viewer);
    await publish(2, 0);
    await eventually(() => news().arrived === 2);
    await stack.publisher.membership(1, { userId: 5, organizationId: 1, approved: false });
    await eventually(() => viewer.resets.includes('permissions_changed'));
    const totals: number[] = [];
    viewer.socket.on('tally', ({ arrived }) => totals.push(arrived));
    const newsOfWitness = await pause(await view());
    await publish(1, 0);
    await eventually(() => newsOfWitness().arrived === 1);
    expect(totals.filter((arrived) => arrived > 0)).toEqual([]);
    expect(viewer.rows.size).toBe(0);
  });
});
