import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { engines, eventually } from '@portico/testkit';
import { Kafka, logLevel } from './client.ts';
import { withAdmin } from './admin.ts';
import { ConsumerLoop } from './consumer-loop.ts';
import { followStates } from './follow.ts';
import { readAlone } from './read-alone.ts';

/** Milliseconds after which a test creates the topic that its consumer already requests. */
const LATE = 1_000;

describe('consumers', () => {
  let kafka: Kafka;
  beforeAll(() => {
    kafka = new Kafka({ clientId: 'test', brokers: engines().KAFKA_BROKERS.split(','), logLevel: logLevel.NOTHING });
  });

  /** Creates a topic after `LATE` milliseconds and publishes one record to it. */
  const createSoon = async (topic: string): Promise<void> => {
    await sleep(LATE);
    await withAdmin(kafka, (admin) => admin.createTopics({ topics: [{ topic }], waitForLeaders: true }));
    const producer = kafka.producer();
    await producer.connect();
    await producer.send({ topic, messages: [{ value: '{"first":true}' }] });
    await producer.disconnect();
  };

  it('wait for a topic that the broker does not know yet', async () => {
    const topic = `late.${randomUUID()}`;
    const values: string[] = [];
    const created = createSoon(topic);
    const reading = await readAlone(kafka, {
      purpose: 'test',
      topics: [topic],
      eachBatch: async ({ batch }) => void values.push(...batch.messages.map(({ value }) => String(value))),
    });
    await created;
    await eventually(async () => values.length === 1);
    await reading.stop();
  });

  it('stop at the first batch whose handler throws an error that does not come from Kafka', async () => {
    const topic = `defect.${randomUUID()}`;
    await createSoon(topic);
    let calls = 0;
    const reading = await readAlone(kafka, {
      purpose: 'test',
      topics: [topic],
      eachBatch: async () => {
        calls += 1;
        throw new TypeError('a defect');
      },
    });
    expect(await reading.ended).toEqual(new TypeError('a defect'));
    expect(calls).toBe(1);
    await reading.stop();
  });

  it('can be stopped while a fetch request waits for records', async () => {
    const topic = `idle.${randomUUID()}`;
    await createSoon(topic);
    let batches = 0;
    const loop = new ConsumerLoop(kafka, {
      topics: [topic],
      consumer: { groupId: `test.${randomUUID()}`, maxWaitTimeInMs: 10 * 60_000 },
      commits: 'never',
      eachBatch: async () => void (batches += 1),
      failed: () => undefined,
    });
    const { FETCH_START } = loop.consumer.events;
    const fetchesAgain = new Promise<void>((resolve) => {
      loop.consumer.on(FETCH_START, () => batches === 1 && resolve());
    });
    await loop.begin();
    await fetchesAgain;
    for (let look = 0; look < 5; look += 1) await withAdmin(kafka, (admin) => admin.fetchTopicOffsets(topic));
    await loop.stop();
  });

  it('report the end of followed topics only after they have applied every record', async () => {
    const topic = `followed.${randomUUID()}`;
    await createSoon(topic);
    const states: unknown[] = [];
    const held = heldConsumers();
    const following = await followStates(held.kafka, 'test', [{ topic, receive: (state) => void states.push(state) }]);
    await following.caughtUp;
    held.hold();
    const producer = kafka.producer();
    await producer.connect();
    await producer.send({ topic, messages: Array.from({ length: 10 }, () => ({ value: '{}' })) });
    const reached = following.reachEnd().then(() => states.length);
    await eventually(() => held.batches() === 1);
    for (let look = 0; look < 5; look += 1) await withAdmin(kafka, (admin) => admin.fetchTopicOffsets(topic));
    expect(states).toHaveLength(1);
    held.release();
    expect(await reached).toBe(11);
    await following.reachEnd();
    await producer.disconnect();
    await following.stop();
  });

  /** Returns a client whose consumers wait before each batch between the calls `hold` and `release`. */
  const heldConsumers = () => {
    let batches = 0;
    let gate = Promise.withResolvers<void>();
    gate.resolve();
    const held = Object.create(kafka) as Kafka;
    held.consumer = (config) => {
      const consumer = kafka.consumer(config);
      const run = consumer.run.bind(consumer);
      consumer.run = (options) =>
        run({
          ...options,
          eachBatch: async (payload) => {
            batches += 1;
            await gate.promise;
            await options?.eachBatch?.(payload);
          },
        });
      return consumer;
    };
    const hold = (): void => {
      batches = 0;
      gate = Promise.withResolvers<void>();
    };
    return { kafka: held, hold, release: () => gate.resolve(), batches: () => batches };
  };
});
