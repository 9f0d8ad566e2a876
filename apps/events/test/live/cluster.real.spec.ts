// needs: apache-kafka
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApacheKafkaCluster } from '@portico/embedded-kafka/apache';
import { INTEGRATION_EVENTS_TOPIC, type IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { EventList } from '@portico/contracts/http/events';
import { type Call, eventually, everyEvent, LiveViewer, read, repeatedly, type ServiceProcess } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { startEventsCluster } from '../support/events-cluster.ts';
import type { EventsStack } from '../support/events-stack.ts';

/** Number of organizations, enough for each of the six partitions to get events. */
const ORGANIZATIONS = 24;
/** Milliseconds between two events of an organization. This pause determines the load. */
const PACE = 100;
describe('three brokers', () => {
  let cluster: ApacheKafkaCluster;
  let stack: EventsStack;
  let service: ServiceProcess;
  let viewer: LiveViewer;
  let admin: Call;
  /** Events that Kafka has acknowledged. */
  const acknowledged: IntegrationEvent[] = [];

  beforeAll(async () => {
    ({ cluster, stack } = await startEventsCluster());
    service = await stack.start();
    admin = await stack.as();
    for (let id = 1; id <= ORGANIZATIONS; id += 1) await stack.publisher.integration(id, { organizationId: id });
    await eventually(async () => (await list()).integrations.length === ORGANIZATIONS, 120_000);
    viewer = await new LiveViewer(service.url, await stack.tokens.sign()).open();
  }, 300_000);
  afterAll(async () => {
    viewer?.close();
    await stack?.stop();
  }, 60_000);

  const list = (): Promise<EventList> => read<EventList>(admin, '/events');
  /** Publishes for every organization independently until `stop` is called. */
  const publishing = (): { stop: () => Promise<unknown> } => {
    const loads = Array.from({ length: ORGANIZATIONS }, (_, index) =>
      repeatedly(PACE, async () => {
        const event = integrationEvent({ source_id: index + 1, organization_id: index + 1 });
        await stack.publisher.publish(event);
        acknowledged.push(event);
      }),
    );
    return { stop: () => Promise.all(loads.map((load) => load.stop())) };
  };
  /** Measures from now until `stop`: returns the longest time in milliseconds without a live row. */
  const watching = (): { stop: () => number } => {
    let [seen, since, longest] = [viewer.received.length, performance.now(), 0];
    const timer = setInterval(() => {
      const now = performance.now();
      longest = Math.max(longest, now - since);
      if (viewer.received.length === seen) return;
      [seen, since] = [viewer.received.length, now];
    }, 10);
    return { stop: () => (clearInterval(timer), Math.round(longest)) };
  };
  /** Checks that the viewer shows the event. @throws with diagnostics if it does not. */
  const isShown = (event: IntegrationEvent | undefined): true => {
    if (event && viewer.rows.has(event.id)) return true;
    const { received, resets, statuses, socket } = viewer;
    const { exitCode } = service.process;
    const viewed = { shown: received.length, isConnected: socket.connected, resets, status: statuses.at(-1) };
    throw new Error(
      `${acknowledged.length} acknowledged, the last one not shown: ${JSON.stringify({ ...viewed, exitCode })}${
        exitCode === null ? '' : `\n${service.output()}`
      }`,
    );
  };
  const expectAll = async (): Promise<void> => {
    await eventually(() => acknowledged.every(({ id }) => viewer.rows.has(id)), 120_000);
    await eventually(async () => (await list()).count === acknowledged.length, 120_000);
    const ids = acknowledged.map(({ id }) => id).toSorted();
    expect((await everyEvent(admin)).map(({ id }) => id).toSorted()).toEqual(ids);
    expect(viewer.received.toSorted()).toEqual(ids);
    viewer.check();
  };

  it('have three replicas of each partition', async () => {
    const client = stack.kafka.admin();
    await client.connect();
    const { topics } = await client.fetchTopicMetadata({ topics: [INTEGRATION_EVENTS_TOPIC] });
    await client.disconnect();
    const copies = topics.flatMap(({ partitions }) => partitions.map(({ replicas }) => replicas.length));
    expect(copies).toEqual([3, 3, 3, 3, 3, 3]);
  });

  it('keep every acknowledged event and the live rows when one broker is killed', async () => {
    const load = publishing();
    await eventually(() => acknowledged.length > 200, 60_000);
    for (const id of [1, 2, 3]) {
      const watch = watching();
      const before = acknowledged.length;
      await cluster.nodes()[id - 1]?.kill();
      await eventually(() => acknowledged.length > before + 10 * ORGANIZATIONS, 120_000);
      const last = acknowledged.at(-1);
      await eventually(() => isShown(last), 120_000);
      const pause = watch.stop();
      process.stdout.write(`broker ${id} of 3 killed: live stood still for ${pause} ms at most\n`);
      await cluster.restart(id);
    }
    await load.stop();
    await expectAll();
  }, 600_000);
});
