import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { engines, eventually } from '@portico/testkit';
import { Kafka, logLevel } from './client.ts';
import { withAdmin } from './admin.ts';
import { followStates } from './follow.ts';
import { readAlone } from './read-alone.ts';

/** Milliseconds by which a topic is created after its consumer has asked for it. */
const LATE = 1_000;

describe('consumers', () => {
  let kafka: Kafka;
  beforeAll(() => {
    kafka = new Kafka({ clientId: 'test', brokers: engines().KAFKA_BROKERS.split(','), logLevel: logLevel.NOTHING });
  });

  /** The error of Kafka for a moment after a topic was created. */
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
      maxWaitTimeInMs: 100,
      eachBatch: async ({ batch }) => void values.push(...batch.messages.map(({ value }) => String(value))),
    });
    await created;
    await eventually(async () => values.length === 1);
    await reading.stop();
  });

  it('stop at the first batch whose handler throws anything but a Kafka error', async () => {
    const topic = `defect.${randomUUID()}`;
    await createSoon(topic);
    let calls = 0;
    const reading = await readAlone(kafka, {
      purpose: 'test',
      topics: [topic],
      maxWaitTimeInMs: 100,
      eachBatch: async () => {
        calls += 1;
        throw new TypeError('a defect');
      },
    });
    expect(await reading.ended).toEqual(new TypeError('a defect'));
    expect(calls).toBe(1);
    await reading.stop();
  });

  it('reach the end of followed topics as it is now', async () => {
    const topic = `followed.${randomUUID()}`;
    await createSoon(topic);
    const states: unknown[] = [];
    const following = await followStates(kafka, 'test', [{ topic, receive: (state) => void states.push(state) }]);
    const producer = kafka.producer();
    await producer.connect();
    for (let round = 1; round <= 10; round += 1) {
      await producer.send({ topic, messages: Array.from({ length: 10 }, () => ({ value: '{}' })) });
      await following.reachEnd();
      expect(states).toHaveLength(1 + 10 * round);
    }
    await producer.disconnect();
    await following.stop();
  });
});
