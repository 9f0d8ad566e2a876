import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { INTEGRATION_EVENTS_TOPIC, type IntegrationEvent } from '@portico/contracts/events/integration-event';
import { withAdmin } from '@portico/kafka';
import { type Call, eventually, everyEvent, LiveViewer, type ServiceProcess } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const SETTLED = 60_000;
const PARTITIONS = 6;
/** Milliseconds of the pause. It is shorter than Kafka's session timeout, so the process keeps its partitions and continues fetching. */
const FROZEN = 2_000;

describe('a recreated log that is longer than the previous log before the next fetch', () => {
  let stack: EventsStack;
  let service: ServiceProcess;
  let admin: Call;

  beforeAll(async () => {
    stack = await startEventsStack();
    service = await stack.start();
    admin = await stack.furnish();
  }, SETTLED);
  afterAll(() => stack?.stop(), SETTLED);

  const publish = async (perPartition: number): Promise<IntegrationEvent[]> => {
    const events = Array.from({ length: perPartition * PARTITIONS }, () => integrationEvent());
    const messages = events.map((event, index) => ({ partition: index % PARTITIONS, value: JSON.stringify(event) }));
    const producer = stack.kafka.producer({ allowAutoTopicCreation: false });
    await producer.connect();
    await producer.send({ topic: INTEGRATION_EVENTS_TOPIC, messages, acks: -1 });
    await producer.disconnect();
    return events;
  };
  const untilListed = (events: readonly IntegrationEvent[]): Promise<true> =>
    eventually(async () => {
      const listed = new Set((await everyEvent(admin)).map(({ id }) => id));
      const missing = events.filter(({ id }) => !listed.has(id));
      if (missing.length > 0) throw new Error(`${missing.length} of ${events.length} events are missing`);
      return true as const;
    }, SETTLED);

  it.each([1, 2, 3])(
    'is read from its beginning, after which viewers load the list once (run %s)',
    async () => {
      await untilListed(await publish(10));
      const viewer = await new LiveViewer(service.url, await stack.tokens.sign()).open();
      process.kill(service.pid, 'SIGSTOP');
      const topic = { topic: INTEGRATION_EVENTS_TOPIC, numPartitions: PARTITIONS, replicationFactor: 1 };
      await withAdmin(stack.kafka, (kafka) => kafka.deleteTopics({ topics: [topic.topic] }));
      await withAdmin(stack.kafka, (kafka) => kafka.createTopics({ topics: [topic], waitForLeaders: true }));
      const events = await publish(60);
      await sleep(FROZEN); // the stopped process does not notice that the topic was recreated
      process.kill(service.pid, 'SIGCONT');
      events.push(...(await publish(2)));
      await untilListed(events);
      await eventually(() => viewer.resets.includes('log_changed'), SETTLED);
      await eventually(() => viewer.subscriptions > viewer.resets.length, SETTLED);
      const later = await publish(1);
      await eventually(() => later.every(({ id }) => viewer.rows.has(id)), SETTLED);
      expect(viewer.resets).toEqual(['log_changed']);
      viewer.check();
      viewer.close();
    },
    2 * SETTLED,
  );
});
