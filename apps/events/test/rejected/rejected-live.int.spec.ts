import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Acknowledgement, RejectedTally } from '@portico/contracts/live';
import { eventually, LiveViewer, type ServiceProcess } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

type Usertype = 'ADMIN' | 'CLIENT' | 'LEAD' | 'VENDOR';
/** Maximum milliseconds until the server sends a new count. */
const SOON = 10_000;

describe('the live count of rejected events', () => {
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

  const connect = async (id: number, usertype: Usertype) => {
    const viewer = new LiveViewer(service.url, await stack.tokens.sign({ id, usertype }));
    viewers.push(viewer);
    const tallies: RejectedTally[] = [];
    viewer.socket.on('rejected', (tally) => tallies.push(tally));
    await viewer.open();
    const watch = (): Promise<Acknowledgement> => viewer.socket.emitWithAck('watchRejected');
    return { viewer, tallies, watch };
  };
  const reject = () =>
    stack.publisher.publish({ key: '1', value: JSON.stringify({ ...integrationEvent(), result: 'PERHAPS' }) });

  it('is sent to an administrator immediately, and again after each rejected event', async () => {
    const { tallies, watch } = await connect(70_001, 'ADMIN');
    expect(await watch()).toEqual({ ok: true });
    await eventually(() => tallies.length === 1, SOON);
    expect(tallies).toEqual([{ count: 0, last_at: null }]);
    await reject();
    await eventually(() => tallies.at(-1)?.count === 1, SOON);
    const admin = await stack.as();
    const { body } = await admin('GET', '/events/rejected');
    expect(body).toMatchObject({ count: 1, data: [{ published_at: tallies.at(-1)?.last_at }] });
    const later = await connect(70_002, 'ADMIN');
    await later.watch();
    await eventually(() => later.tallies.length > 0, SOON);
    expect(later.tallies[0]?.count).toBe(1);
  });

  it.each<Usertype>(['CLIENT', 'LEAD', 'VENDOR'])(
    'is not sent to a user of type %s who may not read rejected events, and whose subscription is rejected',
    async (usertype) => {
      const other = await connect(70_003, usertype);
      expect(await other.watch()).toMatchObject({ ok: false, problem: { code: 'forbidden', status: 403 } });
      const boss = await connect(70_001, 'ADMIN');
      await boss.watch();
      await eventually(() => boss.tallies.length > 0, SOON);
      const before = boss.tallies.at(-1)?.count ?? 0;
      await reject();
      await eventually(() => boss.tallies.at(-1)?.count === before + 1, SOON);
      // The server sends in order, so this response arrives after any earlier count.
      await other.viewer.socket.emitWithAck('unsubscribe');
      expect(other.tallies).toEqual([]);
    },
  );

  it('contains only the authenticated events of their integrations for publishers and operators, until they lose the right', async () => {
    const PUBLISHER = 70_005;
    const OPERATOR = 70_006;
    await stack.publisher.publisher(1, { userId: PUBLISHER, integrationId: 1 });
    await stack.publisher.membership(30, { userId: OPERATOR, organizationId: 2, role: 'operator' });
    const publisher = await connect(PUBLISHER, 'VENDOR');
    const operator = await connect(OPERATOR, 'CLIENT');
    for (const { watch, tallies } of [publisher, operator]) {
      await eventually(async () => (await watch()).ok, SOON);
      await eventually(() => tallies.length > 0, SOON);
    }
    const through = (sender: number) =>
      stack.publisher.publishThroughDoor(sender, { ...integrationEvent(), source_id: sender, trace_id: 'broken' });
    await through(1);
    await eventually(() => publisher.tallies.at(-1)?.count === 1, SOON);
    await through(2);
    await through(2);
    await eventually(() => operator.tallies.at(-1)?.count === 2, SOON);
    expect(publisher.tallies.map(({ count }) => count)).toEqual([0, 1]);
    expect(operator.tallies[0]).toEqual({ count: 0, last_at: null });
    await stack.publisher.membership(30, { userId: OPERATOR, organizationId: 2, role: 'viewer' });
    await eventually(async () => !(await operator.watch()).ok, SOON);
    const known = operator.tallies.length;
    await through(1);
    await through(2);
    await eventually(() => publisher.tallies.at(-1)?.count === 2, SOON);
    await operator.viewer.socket.emitWithAck('unsubscribe');
    expect(operator.tallies).toHaveLength(known);
  });

  it('is no longer sent on a connection whose user has lost the role', async () => {
    const former = await connect(70_004, 'ADMIN');
    await former.watch();
    await eventually(() => former.tallies.length > 0, SOON);
    const token = await stack.tokens.sign({ id: 70_004, usertype: 'CLIENT' });
    expect(await former.viewer.socket.emitWithAck('authenticate', token)).toEqual({ ok: true });
    const known = former.tallies.length;
    const boss = await connect(70_001, 'ADMIN');
    await boss.watch();
    await eventually(() => boss.tallies.length > 0, SOON);
    const before = boss.tallies.at(-1)?.count ?? 0;
    await reject();
    await eventually(() => boss.tallies.at(-1)?.count === before + 1, SOON);
    expect(await former.watch()).toMatchObject({ ok: false, problem: { code: 'forbidden' } });
    expect(former.tallies).toHaveLength(known);
  });
});
