import { Kafka, logLevel } from '@portico/kafka/client';
import { fetch } from '../../../embedded-kafka/src/apis/fetch.ts';
import { produce } from '../../../embedded-kafka/src/apis/produce.ts';
import { batchLastOffset, batchByteLength } from '../../../embedded-kafka/src/log/record-batch.ts';
import { RawClient, produceBody } from '../../../embedded-kafka/test/raw-client.ts';
import { batch } from '../../../embedded-kafka/test/support.ts';

export const RECORD_BYTES = 400;
const BATCH_RECORDS = 1_000;
const RAW_BATCH_RECORDS = 100;
const IN_FLIGHT = 5;

/** One record's value: JSON of the size of an ordinary event, the same every time so that only the broker differs. */
const value = (i: number): string => `{"n":${i % 1_000},"text":"`.padEnd(RECORD_BYTES - 2, 'portico ') + '"}';

/** Writes to, and reads from, one topic; each gives the seconds that the records took. */
export type Client = {
  name: string;
  produce: (port: number, topic: string, records: number) => Promise<number>;
  consume: (port: number, topic: string, records: number) => Promise<number>;
};

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

export const connectKafka = (port: number): Kafka =>
  new Kafka({ clientId: 'bench', brokers: [`localhost:${port}`], logLevel: logLevel.NOTHING });

/** What the product uses: kafkajs, acks=all, batches of a thousand, one after the other. */
const kafkajsClient: Client = {
  name: 'kafkajs',
  async produce(port, topic, records) {
    const producer = connectKafka(port).producer();
    await producer.connect();
    const messages = Array.from({ length: BATCH_RECORDS }, (_, i) => ({ key: `k${i}`, value: value(i) }));
    const seconds = await timed(async () => {
      for (let sent = 0; sent < records; sent += BATCH_RECORDS) await producer.send({ topic, acks: -1, messages });
    });
    await producer.disconnect();
    return seconds;
  },
  async consume(port, topic, records) {
    const consumer = connectKafka(port).consumer({ groupId: `${topic}-${Math.random()}` });
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    let read = 0;
    let began = 0;
    // From the first batch on: what joining a group takes is not throughput.
    const seconds = await new Promise<number>((resolve, reject) => {
      const eachBatch = async ({ batch: { messages } }: { batch: { messages: readonly unknown[] } }): Promise<void> => {
        if (read === 0) began = performance.now();
        read += messages.length;
        if (read >= records) resolve((performance.now() - began) / 1_000);
      };
      consumer.run({ eachBatch }).catch(reject);
    });
    await consumer.disconnect();
    return seconds;
  },
};

/** Batches that were made before, and bytes that nobody decodes: what is measured is the broker, hardly the client. */
const rawClient: Client = {
  name: 'bare protocol',
  async produce(port, topic, records) {
    const connection = await RawClient.connect(port);
    const values = Array.from({ length: RAW_BATCH_RECORDS }, (_, i) => value(i));
    const body = produceBody({ topic }, batch(values));
    let left = records / RAW_BATCH_RECORDS;
    const send = async (): Promise<void> => {
      while (left-- > 0) {
        const { responses } = await connection.call(produce, 9, body);
        if (responses[0]?.partitions[0]?.errorCode !== 0) throw new Error('a batch was refused');
      }
    };
    const seconds = await timed(() => Promise.all(Array.from({ length: IN_FLIGHT }, send)));
    connection.close();
    return seconds;
  },
  async consume(port, topic, records) {
    const connection = await RawClient.connect(port);
    const seconds = await timed(async () => {
      for (let next = 0; next < records;) {
        const partitions = [{ partition: 0, fetchOffset: next, partitionMaxBytes: 1_048_576 }];
        const wait = { replicaId: -1, maxWaitMs: 500, minBytes: 1, maxBytes: 52_428_800, isolationLevel: 0 };
        const answer = await connection.call(fetch, 11, { ...wait, topics: [{ topic, partitions }] });
        next = nextOffset(answer.responses[0]?.partitions[0]?.records ?? Buffer.alloc(0), next);
      }
    });
    connection.close();
    return seconds;
  },
};

/** The offset after the last whole batch. */
function nextOffset(bytes: Buffer, from: number): number {
  let next = from;
  for (let at = 0; at + 61 <= bytes.length;) {
    const end = at + batchByteLength(bytes, at);
    if (end > bytes.length) break;
    next = batchLastOffset(bytes, at) + 1;
    at = end;
  }
  return next;
}

export const CLIENTS: readonly Client[] = [kafkajsClient, rawClient];
