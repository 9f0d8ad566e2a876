import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { INTEGRATION_EVENTS_TOPIC, REJECTED_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import type { EventList } from '@portico/contracts/http/events';
import { type Call, eventually, everyEvent, LiveViewer, Publisher, read, repeatedly } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

/** Maximum wait in milliseconds; much less than the five minutes after which kafkajs refreshes its metadata. */
const SOON = 60_000;
/** Milliseconds between two publications. This pause determines the load. */
const PACE = 20;
const BEFORE = 6;
const AFTER = 12;
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

describe('partitions added while events are published', () => {
  let stack: EventsStack;
  let admin: Call;
  let viewer: LiveViewer;
  let publisher: Publisher;
  /** Events that Kafka has acknowledged. */
  const acknowledged: string[] = [];

  beforeAll(async () => {
    stack = await startEventsStack();
    const service = await stack.start();
    await stack.publisher.organization(1);
    await stack.publisher.integration(1);
    admin = await stack.as();
    await eventually(async () => (await list()).integrations.length > 0);
    viewer = await new LiveViewer(service.url, await stack.tokens.sign()).open();
  }, 120_000);
  afterAll(async () => {
    viewer?.close();
    await publisher?.disconnect();
    await stack?.stop();
  });

  const list = (): Promise<EventList> => read<EventList>(admin, '/events');
  const add = async (topic: string, partitions: number): Promise<string> => {
    const command = ['--import', './tools/swc-hook.mjs', 'libs/kafka/src/topics-command.ts'];
    const args = [...command, '--partitions', `${topic}=${partitions}`, '--apply'];
    const env = { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', KAFKA_BROKERS: stack.brokers };
    return (await promisify(execFile)(process.execPath, args, { cwd: ROOT, env })).stdout;
  };
  /** Publishes to one partition after another until `stop` is called. */
  const publishing = (to: Publisher, partitions: number) => {
    let next = 0;
    return repeatedly(PACE, async () => {
      const event = integrationEvent();
      await to.publish({ partition: next % partitions, value: JSON.stringify(event) });
      next += 1;
      acknowledged.push(event.id);
    });
  };

  it('contain events that are all listed and shown live exactly once', async () => {
    const load = publishing(stack.publisher, BEFORE);
    await eventually(() => acknowledged.length > 50);
    expect(await add(INTEGRATION_EVENTS_TOPIC, AFTER)).toContain(`now has ${AFTER} partitions instead of ${BEFORE}`);
    await add(REJECTED_EVENTS_TOPIC, 4);
    publisher = new Publisher(stack.kafka);
    const loadOfAll = publishing(publisher, AFTER);
    await eventually(async () => (await list()).data.some(({ position }) => position.partition === AFTER - 1), SOON);
    await Promise.all([load.stop(), loadOfAll.stop()]);

    await eventually(() => acknowledged.every((id) => viewer.rows.has(id)), SOON);
    await eventually(async () => (await list()).count >= acknowledged.length, SOON);
    const rows = await everyEvent(admin);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted());
    expect(new Set(rows.map(({ position }) => position.partition)).size).toBe(AFTER);
    expect(viewer.received.toSorted()).toEqual(acknowledged.toSorted());
    viewer.check();
  }, 180_000);
});
