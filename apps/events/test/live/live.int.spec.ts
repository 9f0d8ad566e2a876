import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type EventFilter, EventList } from '@portico/contracts/http/events';
import { eventually, LiveViewer, type ServiceProcess } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

jest.setTimeout(30_000);

describe('live rows', () => {
  let stack: EventsStack;
  let service: ServiceProcess;
  let began: number;
  const viewers: LiveViewer[] = [];

  beforeAll(async () => {
    began = Date.now();
    stack = await startEventsStack();
    service = await stack.start();
    const admin = await stack.furnish();
    await eventually(async () => (await admin('GET', '/health/ready')).status === 200);
  }, 60_000);

  afterEach(() => {
    for (const viewer of viewers.splice(0)) viewer.close();
  });
  afterAll(async () => stack?.stop());

  const member = { id: 5, usertype: 'CLIENT' } as const;
  const view = async (
    options: Parameters<EventsStack['tokens']['sign']>[0] = {},
    filter: EventFilter = {},
  ): Promise<LiveViewer> => {
    const viewer = new LiveViewer(service.url, await stack.tokens.sign(options), filter);
    viewers.push(viewer);
    return viewer.open();
  };

  it('show a newly published event with its names', async () => {
    const viewer = await view();
    const event = integrationEvent();
    await stack.publisher.publish(event);
    const row = await eventually(() => viewer.rows.get(event.id));
    expect(row).toMatchObject({ ...event, integration: 'payroll', organization: 'Acme' });
  });

  it('begin with a status that contains the delay', async () => {
    const viewer = await view();
    await eventually(() => viewer.statuses.length > 0);
    expect(viewer.statuses[0]).toMatchObject({ waiting: 0, isHistoryLagging: false });
    // Until Kafka reports the end of the topic, the delay is the age of the previous event.
    expect(viewer.statuses[0]?.behind).toBeLessThanOrEqual(Date.now() - began);
  });

  it('show each event exactly once, whether it was published before, during or after the subscription', async () => {
    const events = Array.from({ length: 60 }, () => integrationEvent());
    const publishing = (async () => {
      for (const event of events) await stack.publisher.publish(event);
    })();
    const viewer = await view();
    await publishing;
    await eventually(() => events.every(({ id }) => viewer.rows.has(id)));
    expect(new Set(viewer.received).size).toBe(viewer.received.length);
    viewer.check();
  });

  it('apply the filter', async () => {
    const failures = await view({}, { status: 'FAILURE', query: 'OVERDR' });
    const banking = await view({}, { integration: 'banking' });
    const wanted = integrationEvent({
      result: 'FAILURE',
      source_id: 2,
      organization_id: 2,
      details: { message: 'Account is overdrawn' },
    });
    const other = integrationEvent({ details: { message: 'Account is overdrawn' } });
    await stack.publisher.publish(other, wanted);
    await eventually(() => failures.received.length > 0 && banking.received.length > 0);
    expect(failures.received).toEqual([wanted.id]);
    expect(banking.received).toEqual([wanted.id]);
  });

  // spec: D.15
  it('show members the events of their organizations, and admins every event', async () => {
    const [theirs, admins] = [await view(member), await view()];
    const [hidden, shown] = [integrationEvent({ source_id: 2, organization_id: 2 }), integrationEvent()];
    await stack.publisher.publish(hidden, shown);
    await eventually(() => [hidden.id, shown.id].every((id) => admins.rows.has(id)) && theirs.rows.has(shown.id));
    expect(theirs.rows.has(hidden.id)).toBe(false);
    expect([...theirs.rows.values()].filter((row) => row.organization_id !== 1)).toEqual([]);
  });

  it('start when a membership begins, and stop when it ends', async () => {
    const viewer = await view({ id: 6, usertype: 'CLIENT' }, {});
    await stack.publisher.membership(2, { userId: 6, organizationId: 2 });
    await eventually(() => viewer.resets.length === 1);
    const event = integrationEvent({ source_id: 2, organization_id: 2 });
    await stack.publisher.publish(event);
    await eventually(() => viewer.rows.has(event.id));

    await stack.publisher.membership(2, { userId: 6, organizationId: 2, approved: false });
    await eventually(() => viewer.resets.length === 2);
    expect(viewer.resets).toEqual(['permissions_changed', 'permissions_changed']);
    const [seen, marker] = [await view(), integrationEvent({ source_id: 2, organization_id: 2 })];
    await stack.publisher.publish(marker);
    await eventually(() => seen.rows.has(marker.id));
    expect(viewer.rows.has(marker.id)).toBe(false);
  });

  it('resume after a lost connection', async () => {
    const viewer = await view();
    const lost = integrationEvent();
    viewer.socket.io.engine.close();
    await stack.publisher.publish(lost);
    await eventually(() => viewer.rows.has(lost.id));
    expect(viewer.resets).toEqual([]);
    viewer.check();
  });

  it('show the new name of an integration on later rows', async () => {
    const viewer = await view();
    await stack.publisher.integration(1, { name: 'wages' });
    const event = await eventually(async () => {
      const one = integrationEvent();
      await stack.publisher.publish(one);
      const row = await eventually(() => viewer.rows.get(one.id));
      return row.integration === 'wages' && row;
    });
    expect(event).toMatchObject({ integration: 'wages' });
    await stack.publisher.integration(1, { name: 'payroll' });
  });

  it('reject a connection without a valid token', async () => {
    const viewer = new LiveViewer(service.url, 'no token');
    viewers.push(viewer);
    await expect(viewer.open()).rejects.toMatchObject({ data: { code: 'unauthenticated', status: 401 } });
  });

  it('reject a malformed subscription', async () => {
    const viewer = await view();
    await expect(viewer.subscribe('not a cursor')).rejects.toMatchObject({ problem: { code: 'validation_failed' } });
  });

  it('end when the token expires, unless it is renewed', async () => {
    const [ending, renewed] = [await view({ expiresIn: '2s' }), await view({ expiresIn: '2s' })];
    const answer = await renewed.socket.emitWithAck('authenticate', await stack.tokens.sign());
    expect(answer).toEqual({ ok: true });
    await eventually(() => ending.ended?.code === 'unauthenticated');
    await eventually(() => !ending.socket.connected);
    const event = integrationEvent();
    await stack.publisher.publish(event);
    await eventually(() => renewed.rows.has(event.id));
    expect(renewed.ended).toBeNull();
    expect(await renewed.socket.emitWithAck('authenticate', await stack.tokens.sign({ id: 9 }))).toMatchObject({
      ok: false,
      problem: { code: 'forbidden' },
    });
  });

  it("end when the viewer's user type changes or the user is deleted, but continue after a new name", async () => {
    const [renamed, demoted, deleted] = [
      await view({ id: 31, usertype: 'ADMIN' }),
      await view({ id: 32, usertype: 'ADMIN' }),
      await view({ id: 33, usertype: 'ADMIN' }),
    ];
    await stack.publisher.user(31, { name: 'Another', usertype: 'ADMIN' });
    await stack.publisher.user(32, { usertype: 'CLIENT' }, true);
    await stack.publisher.user(33, { usertype: 'ADMIN', deletedAt: new Date().toISOString() });
    await eventually(() => [demoted, deleted].every(({ ended }) => ended?.code === 'unauthenticated'));
    expect(renamed.ended).toBeNull();

    await expect(view({ id: 32, usertype: 'ADMIN' })).rejects.toMatchObject({ data: { code: 'unauthenticated' } });
    const event = integrationEvent();
    const again = await view({ id: 32, usertype: 'CLIENT', version: 10_000 });
    await stack.publisher.publish(event);
    await eventually(() => renamed.rows.has(event.id));
    expect(again.rows.has(event.id)).toBe(false);
    expect(again.ended).toBeNull();
  });

  it('reset a viewer whose cursor is too old', async () => {
    const [viewer, event] = [await view(), integrationEvent()];
    await stack.publisher.publish(event);
    await eventually(async () => (await view()).rows.has(event.id) && viewer.frames.length > 0);
    await service.stop();
    service = await stack.start();
    await eventually(() => viewer.socket.connected);
    await viewer.subscribe('');
    await eventually(() => viewer.resets.includes('cursor_too_old'));
    viewer.check();
  });

  // spec: D.53
  it('do not show a repeated event again after a restart', async () => {
    const [event, marker] = [integrationEvent(), integrationEvent()];
    await stack.publisher.publish(event);
    const admin = await stack.as();
    await eventually(async () => JSON.stringify((await admin('GET', '/events?limit=100')).body).includes(event.id));
    await service.stop();
    service = await stack.start();
    const viewer = await view();
    await stack.publisher.publish(event, marker);
    await eventually(() => viewer.rows.has(marker.id));
    expect(viewer.received).toEqual([marker.id]);
  });

  // spec: D.55
  it('show two events of different integrations with the same id, as the list does', async () => {
    const viewer = await view();
    const { id, ...shared } = integrationEvent({ trace_id: '5a'.repeat(16) });
    const others = { source_id: 2, organization_id: 2 };
    await stack.publisher.publish({ id, ...shared }, { id, ...shared, ...others });
    const live = () => viewer.frames.flatMap(({ rows }) => rows).filter((row) => row.id === id);
    await eventually(() => live().length === 2);
    expect(live().map(({ source_id }) => source_id)).toEqual(expect.arrayContaining([1, 2]));
    const admin = await stack.as();
    const listed = async () => EventList.parse((await admin('GET', `/events?trace=${shared.trace_id}`)).body);
    await eventually(async () => (await listed()).count === 2);
    expect((await listed()).data.map((row) => [row.id, row.source_id])).toEqual(
      expect.arrayContaining([
        [id, 1],
        [id, 2],
      ]),
    );
  });

  it('queue rows for a viewer that stops reading, count skipped rows, and do not delay other viewers', async () => {
    const [slow, quick] = [await view(), await view()];
    const marker = integrationEvent();
    await stack.publisher.publish(marker);
    await eventually(() => slow.rows.has(marker.id));
    const before = slow.received.length;
    slow.pauseReading();
    const events = Array.from({ length: 3_000 }, () => integrationEvent({ details: { message: 'x'.repeat(8_000) } }));
    // Waits after each batch, because the quick viewer runs in the same process as the publisher and must not become slow.
    for (let from = 0; from < events.length; from += 100) {
      const some = events.slice(from, from + 100);
      await stack.publisher.publish(...some);
      await eventually(() => some.every(({ id }) => quick.rows.has(id)));
    }
    expect(quick.skipped).toBe(0);
    slow.resumeReading();
    // The quick viewer has read all earlier events, so this event is the last.
    const last = integrationEvent();
    await stack.publisher.publish(last);
    await eventually(() => slow.rows.has(last.id), 20_000);
    expect(slow.skipped).toBeGreaterThan(0);
    expect(slow.received.length - before + slow.skipped).toBe(events.length + 1);
  }, 60_000);
});
