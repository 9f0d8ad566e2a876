// needs: apache-kafka
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { EventList } from '@portico/contracts/http/events';
import type { ApacheKafkaCluster } from '@portico/embedded-kafka/apache';
import { type Call, caller, eventually, everyEvent, LiveViewer, read, repeatedly } from '@portico/testkit';
import type { ServiceProcess } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { ROLES, type Role } from '../../src/config.ts';
import { type Balancer, startBalancer } from '../support/balancer.ts';
import { startEventsCluster } from '../support/events-cluster.ts';
import type { EventsStack } from '../support/events-stack.ts';

/** Number of organizations, enough for each of the six partitions to get events. */
const ORGANIZATIONS = 12;
/** Milliseconds between two events of an organization. This pause determines the load. */
const PACE = 100;
const SOON = 120_000;
describe('three brokers and two processes per role, with kills', () => {
  let cluster: ApacheKafkaCluster;
  let stack: EventsStack;
  let ask: Call;
  const processes = new Map<Role, ServiceProcess[]>();
  const balancers: Balancer[] = [];
  const viewers: LiveViewer[] = [];
  /** Events that Kafka has acknowledged. */
  const acknowledged: IntegrationEvent[] = [];

  beforeAll(async () => {
    ({ cluster, stack } = await startEventsCluster());
    await Promise.all(
      ROLES.map(async (role) => {
        const environment = { EVENTS_ROLES: role };
        processes.set(role, await Promise.all([stack.start(0, environment), stack.start(0, environment)]));
      }),
    );
    const [live, queries] = await Promise.all([balance('live'), balance('queries')]);
    const token = await stack.tokens.sign();
    ask = caller(queries.url, token);
    for (let id = 1; id <= ORGANIZATIONS; id += 1) await stack.publisher.integration(id, { organizationId: id });
    await eventually(async () => (await list()).integrations.length === ORGANIZATIONS, SOON);
    for (let count = 0; count < 2; count += 1)
      viewers.push(await new LiveViewer(live.url, token, {}, queries.url).open());
  }, 400_000);
  afterAll(async () => {
    for (const viewer of viewers) viewer.close();
    for (const balancer of balancers) balancer.stop();
    await stack?.stop();
  }, 60_000);

  const balance = async (role: Role): Promise<Balancer> => {
    const balancer = await startBalancer((processes.get(role) ?? []).map(({ url }) => url));
    balancers.push(balancer);
    return balancer;
  };
  const list = (): Promise<EventList> => read<EventList>(ask, '/events?limit=1');
  /** Measures from now until `stop`: returns the longest time in milliseconds that a viewer waited for a live row. */
  const watching = (): { stop: () => number } => {
    const watched = viewers.map(({ received }) => ({ received, seen: received.length, since: performance.now() }));
    let longest = 0;
    const timer = setInterval(() => {
      const now = performance.now();
      for (const one of watched) {
        longest = Math.max(longest, now - one.since);
        if (one.received.length > one.seen) [one.seen, one.since] = [one.received.length, now];
      }
    }, 10);
    return { stop: () => (clearInterval(timer), Math.round(longest)) };
  };
  const survives = async (what: string, kill: () => Promise<unknown>): Promise<void> => {
    const watch = watching();
    const killedAt = performance.now();
    const before = acknowledged.length;
    await kill();
    const enough = before + 10 * ORGANIZATIONS;
    await eventually(() => acknowledged.length > enough, SOON);
    await eventually(() => viewers.every(({ rows }) => rows.has(acknowledged[enough]?.id ?? '')), SOON);
    const pause = watch.stop();
    await eventually(async () => (await list()).count > enough, SOON);
    const listed = Math.round(performance.now() - killedAt);
    process.stdout.write(
      `${what} killed: live stood still for ${pause} ms at most, new events were listed after ${listed} ms\n`,
    );
  };

  it('list and show every acknowledged event exactly once', async () => {
    const loads = Array.from({ length: ORGANIZATIONS }, (_, index) =>
      repeatedly(PACE, async () => {
        const event = integrationEvent({ source_id: index + 1, organization_id: index + 1 });
        await stack.publisher.publish(event);
        acknowledged.push(event);
      }),
    );
    await eventually(() => acknowledged.length > 10 * ORGANIZATIONS, SOON);
    await survives('broker 1 of 3', async () => cluster.nodes()[0]?.kill());
    for (const role of ROLES)
      await survives(`one of two processes of ${role}`, async () => processes.get(role)?.[0]?.kill());
    await Promise.all(loads.map((load) => load.stop()));
    const ids = acknowledged.map(({ id }) => id).toSorted();
    await eventually(async () => (await list()).count >= ids.length, SOON);
    expect((await everyEvent(ask)).map(({ id }) => id).toSorted()).toEqual(ids);
    for (const viewer of viewers) {
      await eventually(() => viewer.rows.size >= ids.length, SOON);
      expect([...viewer.rows.keys()].toSorted()).toEqual(ids);
      expect(viewer.received.length - new Set(viewer.received).size).toBe(0);
      viewer.check();
    }
  }, 600_000);
});
