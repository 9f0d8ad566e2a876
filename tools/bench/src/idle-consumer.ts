// A consumer that does nothing with what it reads, as a process of its own: the ceiling that the ingest is measured by.
//   node idle-consumer.ts <brokers> <messages> <partition:offset,...>
import { randomUUID } from 'node:crypto';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { parseCursor } from '@portico/contracts/events/position';
import { Kafka, logLevel } from '@portico/kafka/client';

const [brokers = '', messages = '0', starts = ''] = process.argv.slice(2);
const wanted = Number(messages);
const kafka = new Kafka({ clientId: 'idle', brokers: brokers.split(','), logLevel: logLevel.NOTHING });
const consumer = kafka.consumer({ groupId: `bench.${randomUUID()}`, maxWaitTimeInMs: 250 });
const topic = INTEGRATION_EVENTS_TOPIC;
let began = 0;
let first = 0;
let read = 0;

await consumer.connect();
await consumer.subscribe({ topic, fromBeginning: true });
const done = new Promise<void>((resolve) => {
  consumer.on(consumer.events.GROUP_JOIN, () => {
    for (const [partition, offset] of parseCursor(starts)) consumer.seek({ topic, partition, offset: String(offset) });
  });
  void consumer.run({
    autoCommit: false,
    eachBatchAutoResolve: false,
    eachBatch: async ({ batch, resolveOffset }) => {
      for (const message of batch.messages) resolveOffset(message.offset);
      read += batch.messages.length;
      if (began === 0) {
        began = performance.now();
        first = batch.messages.length;
      }
      if (read >= wanted) resolve();
    },
  });
});
await done;
const seconds = (performance.now() - began) / 1_000;
process.stdout.write(`${JSON.stringify({ perSecond: (read - first) / seconds })}\n`);
await consumer.disconnect();
