import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { INTEGRATION_EVENTS_TOPIC, REJECTED_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import type { EventList } from '@portico/contracts/http/events';
import { withAdmin } from '@portico/kafka';
import { type Call, eventually, LiveViewer, Publisher } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

/** Far less than the five minutes after which kafkajs would read by itself which partitions there are. */
const SOON = 60_000;

describe('an event in a partition added at run time', () => {
  let stack: EventsStack;
  let admin: Call;
  let viewer: LiveViewer;
  let publisher: Publisher;

  beforeAll(async () => {
    stack = await startEventsStack();
    const service = await stack.start();
    await stack.publisher.organization(1);
    await stack.publisher.integration(1);
    admin = await stack.as();
    await eventually(async () => ((await admin('GET', '/events')).body as EventList).integrations.length > 0);
    viewer = await new LiveViewer(service.url, await stack.tokens.sign()).open();
    const topicPartitions = [
      { topic: INTEGRATION_EVENTS_TOPIC, count: 8 },
      { topic: REJECTED_EVENTS_TOPIC, count: 4 },
    ];
    await withAdmin(stack.kafka, (client) => client.createPartitions({ topicPartitions }));
    publisher = new Publisher(stack.kafka);
  }, 120_000);
  afterAll(async () => {
    viewer?.close();
    await publisher?.disconnect();
    await stack?.stop();
  });

  it('is shown live and listed', async () => {
    const event = integrationEvent();
    await publisher.publish({ partition: 7, value: JSON.stringify(event) });
    await eventually(async () => viewer.received.includes(event.id), SOON);
    await eventually(async () => {
      const { data } = (await admin('GET', '/events')).body as EventList;
      return data.some(({ id, position }) => id === event.id && position.partition === 7);
    }, SOON);
    viewer.check();
  });
});
