import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IntegrationEvent } from '@portico/contracts/events/integration-event';
import { type Kafka, Partitioners, type Producer } from '@portico/kafka/client';
import { eventually, outsideKafka, readTopic } from '@portico/testkit';
import { createPublisher, type KafkaProducer, kafkaTransport, PublishError } from '../src/index.ts';
import { eventOf } from './support.ts';

/** A random integration id that no other test suite uses. */
const INTEGRATION = 70_000_000 + randomInt(1_000_000);
const TOPIC = `integration.door.v1.${INTEGRATION}`;

describe('a publisher over Kafka', () => {
  let kafka: Kafka;
  let producer: Producer;
  beforeAll(async () => {
    kafka = outsideKafka();
    const admin = kafka.admin();
    await admin.connect();
    await admin.createTopics({ topics: [{ topic: TOPIC, numPartitions: 3, replicationFactor: 1 }] });
    await admin.disconnect();
    producer = kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
    });
    await producer.connect();
  });
  afterAll(() => producer.disconnect());

  it("stores events in order on one partition of the integration's own topic", async () => {
    const publisher = createPublisher({ transport: kafkaTransport({ producer, topic: TOPIC }) });
    const ids = Array.from({ length: 1_050 }, (_, number) => `event-${number}`);
    expect(await publisher.publish(ids.map((id) => eventOf({ id })))).toEqual({ accepted: 1_050, rejected: [] });
    await publisher.close();
    const { received, stop } = await readTopic(TOPIC);
    await eventually(() => received.length >= ids.length);
    await stop();
    expect(new Set(received.map(({ partition }) => partition)).size).toBe(1);
    const events = received.map(({ value }) => JSON.parse(value ?? ''));
    expect(events.map(({ id }) => id)).toEqual(ids);
    // The event contains all fields of the contract except the two ids, because the topic identifies the integration.
    const { error } = IntegrationEvent.safeParse(events[0]);
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['source_id', 'organization_id']);
    expect(received[0]?.headers).toEqual({ 'content-type': 'application/json' });
  });

  it('rejects an event on the shared topic without the ids of its integration and organization', async () => {
    const shared = createPublisher({ transport: kafkaTransport({ producer, topic: 'integration.events.v1' }) });
    await expect(shared.publish(eventOf({ id: 'mine', source_id: 4 }))).rejects.toMatchObject({
      code: 'refused',
      message: 'event mine needs source_id and organization_id on integration.events.v1',
    });
    await shared.close();
  });

  it('retries only errors that may succeed later', async () => {
    const sent: unknown[] = [];
    const failing = (...errors: unknown[]): KafkaProducer => ({
      send: async (record) => {
        sent.push(record);
        const error = errors.shift();
        if (error !== undefined) throw error;
        return producer.send(record);
      },
    });
    const errorWith = (name: string, retriable: boolean) => Object.assign(new Error(`a ${name}`), { name, retriable });
    const publisherOf = (...errors: unknown[]) =>
      createPublisher({ transport: kafkaTransport({ producer: failing(...errors), topic: TOPIC }), minRetryMs: 1 });

    const passing = publisherOf(
      errorWith('KafkaJSConnectionError', true),
      errorWith('KafkaJSNumberOfRetriesExceeded', false),
    );
    expect(await passing.publish(eventOf())).toEqual({ accepted: 1, rejected: [] });
    expect(sent.length).toBe(3);
    expect(new Set(sent.map((record) => JSON.stringify(record))).size).toBe(1);
    await passing.close();

    const refused = publisherOf(errorWith('KafkaJSProtocolError', false));
    const error: unknown = await refused.publish(eventOf()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PublishError);
    expect(error).toMatchObject({ code: 'refused', message: 'Kafka did not take it: a KafkaJSProtocolError' });
    await refused.close();
  });

  it('retries when the producer reports no stored records', async () => {
    let answers = 0;
    const forgetful: KafkaProducer = {
      send: (record) => (++answers === 1 ? Promise.resolve([]) : producer.send(record)),
    };
    const publisher = createPublisher({
      transport: kafkaTransport({ producer: forgetful, topic: TOPIC }),
      minRetryMs: 1,
    });
    expect(await publisher.publish(eventOf())).toEqual({ accepted: 1, rejected: [] });
    expect(answers).toBe(2);
    await publisher.close();
  });
});
