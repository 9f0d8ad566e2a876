// A test of somebody's own project: a broker for this file, kafkajs as it is, nothing left behind.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startBroker } from '@portico/embedded-kafka';
import kafkajs from 'kafkajs';

const dataDir = mkdtempSync(join(tmpdir(), 'example-'));
let broker;
before(async () => {
  broker = await startBroker({ dataDir, port: 0 });
});
after(async () => {
  await broker.close();
  rmSync(dataDir, { recursive: true });
});

await test('orders arrive in the order in which they were placed', async () => {
  const kafka = new kafkajs.Kafka({ brokers: [broker.address], logLevel: kafkajs.logLevel.NOTHING });
  const producer = kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner });
  await producer.connect();
  for (const value of ['bread', 'butter', 'jam'])
    await producer.send({ topic: 'orders', messages: [{ key: 'ada', value }] });
  await producer.disconnect();

  const consumer = kafka.consumer({ groupId: 'kitchen' });
  await consumer.connect();
  await consumer.subscribe({ topic: 'orders', fromBeginning: true });
  const arrived = [];
  await new Promise((resolve) =>
    consumer.run({
      eachMessage: async ({ message }) => {
        arrived.push(String(message.value));
        if (arrived.length === 3) resolve();
      },
    }),
  );
  await consumer.disconnect();
  assert.deepEqual(arrived, ['bread', 'butter', 'jam']);
});
