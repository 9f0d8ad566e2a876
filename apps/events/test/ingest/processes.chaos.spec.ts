import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { INTEGRATION_EVENTS_TOPIC, type IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { EventList } from '@portico/contracts/http/events';
import { type Call, eventually, everyEvent, LiveViewer, read, type ServiceProcess } from '@portico/testkit';
import { AssignerProtocol } from '@portico/kafka';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';
import { INGEST_GROUP } from '../../src/logs/topic-offsets.ts';

const PARTITIONS = 6;
/** Number of organizations, enough for every partition to get events. */
const ORGANIZATIONS = 24;

describe('two processes of the service', () => {
  let stack: EventsStack;
  let first: ServiceProcess;
  let second: ServiceProcess;
  let admin: Call;
  let viewers: [LiveViewer, LiveViewer];
  const published: IntegrationEvent[] = [];

  beforeAll(async () => {
    stack = await startEventsStack();
    first = await stack.start(0);
    await eventually(async () => (await assignments())[0]?.length === PARTITIONS, 60_000);
    second = await stack.start();
    admin = await stack.as();
    for (let id = 1; id <= ORGANIZATIONS; id += 1) await stack.publisher.integration(id, { organizationId: id });
    await eventually(async () => (await list()).integrations.length === ORGANIZATIONS, 60_000);
    const token = await stack.tokens.sign();
    viewers = [await new LiveViewer(second.url, token).open(), await new LiveViewer(first.url, token).open()];
  }, 180_000);
  afterAll(async () => {
    for (const viewer of viewers ?? []) viewer.close();
    await stack?.stop();
  });

  const list = (): Promise<EventList> => read<EventList>(admin, '/events');
  const listedIds = async (): Promise<string[]> => (await everyEvent(admin)).map(({ id }) => id);
  const publish = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      const id = (index % ORGANIZATIONS) + 1;
      const event = integrationEvent({ source_id: id, organization_id: id });
      await stack.publisher.publish(event);
      published.push(event);
    }
  };
  /** Partitions of each member of the ingest's group. */
  const assignments = async (): Promise<number[][]> => {
    const client = stack.kafka.admin();
    await client.connect();
    try {
      const { groups } = await client.describeGroups([INGEST_GROUP]);
      const members = groups.flatMap((group) => group.members);
      return members.map(({ memberAssignment }) => {
        const decoded = AssignerProtocol.MemberAssignment.decode(memberAssignment);
        return decoded?.assignment[INTEGRATION_EVENTS_TOPIC] ?? [];
      });
    } finally {
      await client.disconnect();
    }
  };
  const ids = (): string[] => published.map(({ id }) => id).toSorted();

  it('share the partitions', async () => {
    await eventually(async () => {
      const shares = await assignments();
      const all = shares.flat().toSorted((one, other) => one - other);
      return (
        shares.length === 2 && shares.every(({ length }) => length === PARTITIONS / 2) && all.length === PARTITIONS
      );
    }, 60_000);
    const shares = await assignments();
    expect(new Set(shares.flat()).size).toBe(PARTITIONS);
  }, 150_000);

  it('each show every event live once', async () => {
    await publish(120);
    for (const viewer of viewers) {
      await eventually(() => published.every(({ id }) => viewer.rows.has(id)), 60_000);
      viewer.check();
      expect(viewer.received.toSorted()).toEqual(ids());
    }
  }, 180_000);

  it('store an event once if its copies reach both processes concurrently', async () => {
    const copies = Array.from({ length: 200 }, (_, index) => {
      const id = (index % ORGANIZATIONS) + 1;
      const event = integrationEvent({ source_id: id, organization_id: id });
      published.push(event);
      return ['one', 'other', 'third'].map((key) => ({ key: `${key} ${index}`, value: JSON.stringify(event) }));
    });
    await stack.publisher.publish(...copies.flat());
    const last = integrationEvent({ source_id: 1, organization_id: 1 });
    await stack.publisher.publish(last);
    published.push(last);
    await eventually(async () => (await list()).count >= published.length, 60_000);
    expect((await listedIds()).toSorted()).toEqual(ids());
    expect((await list()).count).toBe(published.length);
  }, 120_000);

  it('take over from each other after a crash without loss or duplicates', async () => {
    await publish(60);
    await first.kill();
    await publish(60);
    await eventually(async () => (await list()).count === published.length, 90_000);
    expect((await listedIds()).toSorted()).toEqual(ids());
    await eventually(async () => {
      const [all, ...others] = await assignments();
      return all?.length === PARTITIONS && others.length === 0;
    }, 60_000);
    await eventually(() => published.every(({ id }) => viewers[0].rows.has(id)), 60_000);
    viewers[0].check();
  }, 240_000);
});
