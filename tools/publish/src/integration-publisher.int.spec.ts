import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { INTEGRATION_EVENTS_TOPIC, MAX_EVENT_BYTES } from '@portico/contracts/events/integration-event';
import { Kafka, type KafkaMessage, logLevel } from '@portico/kafka/client';
import { parseFlags } from './flags.ts';
import { connectPublisher, type IntegrationPublisher } from './integration-publisher.ts';
import { toEvent } from './publish.ts';

const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',');
const kafka = new Kafka({ brokers, clientId: 'publisher-test', logLevel: logLevel.NOTHING });
/** A random organization, so that events of other tests on the same topic do not interfere. */
const organizationId = randomInt(1_000_000, 2_000_000_000);
const source = { sourceId: 4, organizationId, name: 'payroll' };

const eventOf = (...more: string[]) => {
  const flags = parseFlags(['--integration', 'payroll', '--event', 'payrun.completed', ...more]);
  if (!flags) throw new Error('asked for help');
  return toEvent(flags, source);
};

type Stored = { partition: number; message: KafkaMessage };

const readOwn = async (count: number): Promise<Stored[]> => {
  const consumer = kafka.consumer({ groupId: `publisher-test-${randomInt(1_000_000_000)}` });
  await consumer.connect();
  await consumer.subscribe({ topic: INTEGRATION_EVENTS_TOPIC, fromBeginning: true });
  const own: Stored[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      const deadline = setTimeout(() => reject(new Error(`${own.length} of ${count} events after 20 s`)), 20_000);
      const eachMessage = async ({ partition, message }: Stored) => {
        if (String(message.key) === String(organizationId)) own.push({ partition, message });
        if (own.length < count) return;
        clearTimeout(deadline);
        resolve();
      };
      consumer.run({ eachMessage }).catch(reject);
    });
  } finally {
    await consumer.disconnect();
  }
  return own;
};

let publisher: IntegrationPublisher;

beforeAll(async () => {
  const admin = kafka.admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic: INTEGRATION_EVENTS_TOPIC, numPartitions: 6, replicationFactor: 1 }] });
  await admin.disconnect();
  publisher = await connectPublisher({ brokers, clientId: 'publisher-test' });
}, 60_000);
afterAll(() => publisher.disconnect());

describe('the publisher', () => {
  it('stores events of an organization in order on one partition and reports their offsets', async () => {
    const one = eventOf();
    const [first] = await publisher.publish(one);
    const batch = Array.from({ length: 50 }, () => eventOf());
    const [next, ...others] = await publisher.publish(...batch);
    expect(others).toEqual([]);
    expect(next).toEqual({ partition: first?.partition, offset: (first?.offset ?? 0) + 1 });

    const program = fileURLToPath(new URL('main.ts', import.meta.url));
    const flags = ['--source-id', '4', '--organization-id', String(organizationId), '--event', 'x', '--id', 'by-hand'];
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...flags, '--brokers', brokers.join()]);
    const offset = (first?.offset ?? 0) + 51;
    expect(stdout).toBe(`published by-hand · partition ${first?.partition} · offset ${offset}\n`);

    const stored = await readOwn(52);
    expect(new Set(stored.map(({ partition }) => partition))).toEqual(new Set([first?.partition]));
    const ids = stored.map(({ message }) => JSON.parse(String(message.value)).id);
    expect(ids).toEqual([one.id, ...batch.map(({ id }) => id), 'by-hand']);
  }, 40_000);

  it('sends no event of a batch that contains an invalid event', async () => {
    const [before] = await publisher.publish(eventOf());
    const wrong = { ...eventOf(), trace_id: 'none' };
    await expect(publisher.publish(eventOf(), wrong)).rejects.toThrow(/trace_id/);
    const large = eventOf('--details', JSON.stringify({ filler: 'x'.repeat(MAX_EVENT_BYTES) }));
    await expect(publisher.publish(large)).rejects.toThrow(RangeError);
    const [after] = await publisher.publish(eventOf());
    expect(after).toEqual({ partition: before?.partition, offset: (before?.offset ?? 0) + 1 });
  });
});
