import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import kafkajs from 'kafkajs';
import type { Kafka, KafkaMessage, SASLOptions } from 'kafkajs';
import { startBroker, type Broker, type BrokerOptions } from '../src/index.ts';
import { crc32c } from '../src/log/crc32c.ts';

export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'embedded-kafka-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Polls until `check` returns a value. Rejects with an error that names `what` at the deadline. */
export async function until<T>(what: string, check: () => T | undefined | false, deadlineMs = 15_000): Promise<T> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const value = check();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > end) throw new Error(`not within ${deadlineMs} ms: ${what}`);
    await sleep(5);
  }
}

export function startTestBroker(dataDir: string, options: Partial<BrokerOptions> = {}): Promise<Broker> {
  return startBroker({ dataDir, port: 0, minSessionTimeoutMs: 100, ...options });
}

/** A kafkajs client like the product's, without logs and with quick retries. Authenticates with `sasl` if given. */
export function client(address: string, clientId = 'test', sasl?: SASLOptions): Kafka {
  const retry = { initialRetryTime: 50, retries: 4 };
  const logLevel = kafkajs.logLevel.NOTHING;
  return new kafkajs.Kafka({ clientId, brokers: [address], logLevel, retry, ...(sasl && { sasl }) });
}

/** Options of a consumer that notices changes quickly. Its session timeout is the shortest that a broker accepts by default. */
export const consumerOptions = (groupId: string) => ({
  groupId,
  sessionTimeout: 6_000,
  heartbeatInterval: 100,
  rebalanceTimeout: 6_000,
  maxWaitTimeInMs: 100,
});

/** Consumes `count` messages from the beginning, calls `visit` with each, and commits their offsets. */
export async function consume(
  kafka: Kafka,
  topic: string,
  count: number,
  groupId: string,
  visit: (partition: number, message: KafkaMessage) => void = () => {},
): Promise<KafkaMessage[]> {
  const consumer = kafka.consumer(consumerOptions(groupId));
  const messages: KafkaMessage[] = [];
  await consumer.connect();
  try {
    await consumer.subscribe({ topic, fromBeginning: true });
    await consumer.run({
      eachMessage: async ({ partition, message }) => {
        visit(partition, message);
        messages.push(message);
      },
    });
    await until(`${count} messages of ${topic}`, () => messages.length >= count, 60_000 + count);
  } finally {
    await consumer.disconnect();
  }
  return messages;
}

export interface BatchOptions {
  readonly producerId?: number;
  readonly producerEpoch?: number;
  readonly baseSequence?: number;
  readonly timestamp?: number;
  readonly attributes?: number;
  readonly keys?: boolean;
  /** Compresses the records and sets the codec in the attributes. */
  readonly compress?: { readonly codec: number; bytes(records: Buffer): Buffer };
}

interface TestRecord {
  readonly key: string | null;
  /** The record's value; `null` makes a tombstone. */
  readonly value: string | null;
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value >= 0 ? value * 2 : -value * 2 - 1;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return [...bytes, rest];
}

function field(text: string | null): Buffer {
  if (text === null) return Buffer.from(varint(-1));
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from(varint(bytes.length)), bytes]);
}

function record({ key, value }: TestRecord, index: number): Buffer {
  const start = Buffer.from([0, ...varint(0), ...varint(index)]);
  const body = Buffer.concat([start, field(key), field(value), Buffer.from([0])]);
  return Buffer.concat([Buffer.from(varint(body.length)), body]);
}

/** Builds a v2 record batch as a producer does. The code follows the specification and does not use the broker's code. */
export function recordBatch(content: readonly TestRecord[], options: BatchOptions = {}): Buffer {
  const { producerId = -1, producerEpoch = -1, baseSequence = -1, timestamp = 1_000, compress } = options;
  const plain = Buffer.concat(content.map(record));
  const records = compress === undefined ? plain : compress.bytes(plain);
  const header = Buffer.alloc(61);
  header.writeInt32BE(49 + records.length, 8);
  header.writeInt32BE(-1, 12);
  header.writeInt8(2, 16);
  header.writeInt16BE((options.attributes ?? 0) | (compress?.codec ?? 0), 21);
  header.writeInt32BE(content.length - 1, 23);
  header.writeBigInt64BE(BigInt(timestamp), 27);
  header.writeBigInt64BE(BigInt(timestamp), 35);
  header.writeBigInt64BE(BigInt(producerId), 43);
  header.writeInt16BE(producerEpoch, 51);
  header.writeInt32BE(baseSequence, 53);
  header.writeInt32BE(content.length, 57);
  const whole = Buffer.concat([header, records]);
  whole.writeUInt32BE(crc32c(whole, 21), 17);
  return whole;
}

/** Builds a batch of values without keys, or with one key for all values. */
export function batch(values: readonly string[], options: BatchOptions = {}): Buffer {
  const key = options.keys === true ? 'key' : null;
  return recordBatch(
    values.map((value) => ({ key, value })),
    options,
  );
}

/** Returns a batch whose bytes `change` has modified, with a recomputed checksum. */
export function altered(change: (bytes: Buffer) => void, options?: BatchOptions): Buffer {
  const bytes = batch(['one', 'two'], options);
  change(bytes);
  bytes.writeUInt32BE(crc32c(bytes, 21), 17);
  return bytes;
}

/** Sends raw bytes. Resolves with the body of the first response, without its size; undefined if the broker closes the connection. */
export function exchange(port: number, bytes: Buffer): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(10_000, () => {
      socket.destroy();
      reject(new Error('no answer'));
    });
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 4 || received.length < 4 + received.readInt32BE()) return;
      socket.destroy();
      resolve(received.subarray(4, 4 + received.readInt32BE()));
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(undefined));
  });
}
