import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { produce } from '../src/apis/produce.ts';
import { exitOf, killAll, startProcess } from './broker-process.ts';
import { Random } from './mutations.ts';
import { HungUp, RawClient, produceBody } from './raw-client.ts';
import { batch, client, consume, temporaryFolder } from './support.ts';

const KILLS = Number(process.env.PORTICO_BROKER_KILLS ?? 6);
const SEED = Number(process.env.PORTICO_SEED ?? 1);
const PARTITIONS = 3;
/** Number of concurrent requests. An idempotent producer may send at most five. */
const IN_FLIGHT = 5;
const topic = 'killed';

jest.setTimeout(60_000 + KILLS * 10_000);

let folder = temporaryFolder();
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  killAll();
  folder.remove();
});

const source = new Random(SEED);
const random = (below: number): number => source.below(below);

/** Sends an idempotent producer's records to one partition: batches of a few numbered values, some compressed. */
class Numbering {
  readonly partition: number;
  /** The first number that is not acknowledged. */
  next = 0;
  private readonly unanswered: { start: number; count: number; bytes: Buffer }[] = [];

  constructor(partition: number) {
    this.partition = partition;
  }

  private fill(): void {
    while (this.unanswered.length < IN_FLIGHT) {
      const last = this.unanswered.at(-1);
      const start = last === undefined ? this.next : last.start + last.count;
      const count = 1 + random(20);
      const values = Array.from({ length: count }, (_, i) => `${start + i} ${'x'.repeat(random(900))}`);
      const compress = random(3) === 0 ? { codec: 1, bytes: (plain: Buffer) => gzipSync(plain) } : undefined;
      const producer = { producerId: 4 + this.partition, producerEpoch: 0, baseSequence: start, compress };
      this.unanswered.push({ start, count, bytes: batch(values, producer) });
    }
  }

  /** Sends concurrent requests until the broker is gone. Begins with the batches that were not acknowledged. */
  async produceUntilGone(port: number): Promise<void> {
    const connection = await RawClient.connect(port);
    const sent = new Set<Promise<void>>();
    let gone = false;
    const send = async ({ start, count, bytes }: { start: number; count: number; bytes: Buffer }): Promise<void> => {
      try {
        const body = produceBody({ topic, partition: this.partition }, Buffer.from(bytes));
        const { responses } = await connection.call(produce, 9, body);
        expect(responses[0]?.partitions[0]).toMatchObject({ errorCode: 0, baseOffset: start });
        expect(this.unanswered.shift()?.start).toBe(start);
        this.next = start + count;
      } catch (error) {
        if (!(error instanceof HungUp)) throw error;
        gone = true;
      }
    };
    let last = -1;
    while (!gone) {
      this.fill();
      for (const waiting of this.unanswered.filter(({ start }) => start > last)) {
        last = waiting.start;
        const answered: Promise<void> = send(waiting).finally(() => sent.delete(answered));
        sent.add(answered);
      }
      await Promise.race(sent);
    }
    await Promise.all(sent);
    connection.close();
  }
}

/** Reads all values of the topic with a consumer, and returns them by partition. */
async function readNumbers(port: number, count: number): Promise<number[][]> {
  const numbers: number[][] = Array.from({ length: PARTITIONS }, () => []);
  await consume(client(`localhost:${port}`), topic, count, 'check', (partition, { offset, value }) => {
    const number = parseInt(String(value), 10);
    expect(Number(offset)).toBe(number);
    numbers[partition]?.push(number);
  });
  return numbers;
}

describe('kill -9 while producing', () => {
  it(`loses no acknowledged record and duplicates no retried one (${KILLS} times, seed ${SEED})`, async () => {
    const flags = ['--data-dir', folder.path, '--port', '0', '--partitions', String(PARTITIONS)];
    const producers = Array.from({ length: PARTITIONS }, (_, partition) => new Numbering(partition));
    for (let kill = 0; kill < KILLS; kill++) {
      const { child, port } = await startProcess(flags);
      if (kill === 0) {
        const admin = client(`localhost:${port}`).admin();
        await admin.connect();
        const configEntries = [{ name: 'segment.bytes', value: String(1024 * 1024) }];
        await admin.createTopics({ topics: [{ topic, numPartitions: PARTITIONS, configEntries }] });
        await admin.disconnect();
      }
      const producing = producers.map((producer) => producer.produceUntilGone(port));
      setTimeout(() => child.kill('SIGKILL'), random(400));
      await Promise.all(producing);
      await exitOf(child);
    }
    const { child, port } = await startProcess(flags);
    const acknowledged = producers.map(({ next }) => next);
    const numbers = await readNumbers(
      port,
      acknowledged.reduce((sum, next) => sum + next, 0),
    );
    for (const [partition, found] of numbers.entries()) {
      // Unacknowledged records from the last kill may exist too.
      expect(found.length).toBeGreaterThanOrEqual(acknowledged[partition] ?? Infinity);
      expect(found).toEqual(Array.from(found, (_, i) => i));
    }
    expect(Math.min(...acknowledged)).toBeGreaterThan(0);
    process.stdout.write(`${KILLS} kills, ${acknowledged.join(' + ')} records acknowledged, all there\n`);
    child.kill('SIGTERM');
    expect(await exitOf(child)).toBe(0);
  });
});

describe('flush before acknowledging', () => {
  it('is enabled by a flag, and makes acknowledged records readable from disk', async () => {
    const flags = ['--data-dir', folder.path, '--port', '0', '--flush-before-ack', '--flush-interval-ms', '0'];
    const { child, port } = await startProcess(flags);
    const producer = client(`localhost:${port}`).producer({ allowAutoTopicCreation: true });
    await producer.connect();
    const values = Array.from({ length: 20 }, (_, i) => ({ value: String(i), partition: 0 }));
    await Promise.all(values.map((message) => producer.send({ topic: 'flushed', messages: [message] })));
    await producer.disconnect();
    child.kill('SIGKILL');
    await exitOf(child);
    const again = await startProcess(flags);
    const messages = await consume(client(`localhost:${again.port}`), 'flushed', values.length, 'check');
    expect(messages.map(({ value }) => Number(value)).toSorted((a, b) => a - b)).toEqual(values.map((_, i) => i));
  });
});
