import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Kafka, logLevel } from '@portico/kafka/client';
import { eventually } from '@portico/testkit';
import { startKafka } from './index.ts';

const MIB = 1024 * 1024;

/** Code that runs in the broker. On SIGUSR2, it writes the result of `measure` to `file` atomically. */
const probe = (measure: string, file: string): string => `
  import { renameSync, writeFileSync } from 'node:fs';
  import { getHeapSpaceStatistics } from 'node:v8';
  const space = (name) => getHeapSpaceStatistics().find((one) => one.space_name === name);
  const measure = ${measure};
  process.on('SIGUSR2', () => {
    writeFileSync(${JSON.stringify(`${file}.new`)}, String(measure()));
    renameSync(${JSON.stringify(`${file}.new`)}, ${JSON.stringify(file)});
  });`;

/** Code that creates objects that survive garbage collections, and returns the maximum size of the young generation. */
const YOUNG = `() => {
    const survivors = [];
    let largest = 0;
    while (survivors.length < 500_000) {
      survivors.push({ number: survivors.length, list: [1, 2] });
      if (survivors.length % 1_000 === 0) largest = Math.max(largest, space('new_space').physical_space_size);
    }
    return largest;
  }`;
/** Code that returns the memory that only a full collection frees: the old generation, including its garbage, and buffers. */
const OLD = `() => space('old_space').space_used_size + process.memoryUsage().arrayBuffers`;

let folder: string;
let engine: Awaited<ReturnType<typeof startKafka>>;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-kafka-memory-'));
  file = join(folder, 'measured');
});
afterEach(async () => {
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function startProbed(measure: string): Promise<void> {
  const options = process.env['NODE_OPTIONS'];
  const text = encodeURIComponent(probe(measure, file));
  process.env['NODE_OPTIONS'] = `--import data:text/javascript,${text}`;
  engine = await startKafka({ dataDir: folder }).finally(() => {
    if (options === undefined) delete process.env['NODE_OPTIONS'];
    else process.env['NODE_OPTIONS'] = options;
  });
}

async function measured(): Promise<number> {
  rmSync(file, { force: true });
  process.kill(engine.pid, 'SIGUSR2');
  return eventually(() => Number(readFileSync(file, 'utf8')));
}

it('the broker of the one-machine stack keeps a young generation of at most 3 MiB', async () => {
  await startProbed(YOUNG);
  const bytes = await measured();
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(3 * MIB);
}, 60_000);

it('the broker frees almost all memory of 6,000 requests without a full garbage collection', async () => {
  await startProbed(OLD);
  const kafka = new Kafka({ clientId: 'test', brokers: [engine.brokers], logLevel: logLevel.NOTHING });
  const [admin, consumer] = [kafka.admin(), kafka.consumer({ groupId: 'test', maxWaitTimeInMs: 50, minBytes: MIB })];
  const producers = Array.from({ length: 4 }, () => kafka.producer({ idempotent: true, maxInFlightRequests: 1 }));
  await admin.connect();
  await admin.createTopics({ topics: [{ topic: 'some', numPartitions: 4 }] });
  await Promise.all([consumer.connect(), ...producers.map((producer) => producer.connect())]);
  await consumer.subscribe({ topic: 'some' });
  await consumer.run({ eachBatch: async () => undefined });
  const send = async (requests: number): Promise<void> => {
    const messages = [{ value: 'x'.repeat(3_000) }];
    const each = producers.map(async (producer) => {
      for (let sent = 0; sent < requests / producers.length; sent += 1)
        await producer.send({ topic: 'some', messages });
    });
    await Promise.all(each);
  };
  try {
    await send(2_000);
    const before = await measured();
    await send(6_000);
    expect((await measured()) - before).toBeLessThan(1.5 * MIB);
  } finally {
    await Promise.all([admin, consumer, ...producers].map((client) => client.disconnect()));
  }
}, 120_000);
