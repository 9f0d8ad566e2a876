import { connect, type Socket } from 'node:net';
import { crc32c } from '@node-rs/crc32';

/** A record of a hostile publisher. `headers`: pairs in order, with arbitrary bytes or null. */
export type RawRecord = {
  key?: Buffer | null;
  value?: Buffer | null;
  headers?: readonly (readonly [name: Buffer | string | null, value: Buffer | null])[];
  timestampDelta?: number;
  offsetDelta?: number;
  /** The number of headers that the record claims to have, which may be wrong. */
  headerCount?: number;
};

/** A record batch. Defaults are those of a normal publisher. */
export type RawBatch = {
  records: readonly RawRecord[];
  /** Number of the compression codec. `compress`: the function of this codec. */
  compression?: number;
  compress?: (records: Buffer) => Promise<Buffer>;
  /** Attribute bits other than the compression: 8 for timestamps by Kafka, 16 for a transaction, 32 for a control batch. */
  attributes?: number;
  /** The number of records that the batch claims to have, which may be wrong. */
  count?: number;
  lastOffsetDelta?: number;
  firstTimestamp?: bigint;
  maxTimestamp?: bigint;
  /** Bytes cut off at the end of the records. */
  cut?: number;
  isSumWrong?: boolean;
};

/** Encodes a record batch of format v2 without checks, because kafkajs cannot write an invalid batch. */
export async function encodeBatch(batch: RawBatch): Promise<Buffer> {
  const { records, compression = 0, compress = async (bytes) => bytes, cut = 0 } = batch;
  const plain = Buffer.concat(records.map(encodeRecord));
  const packed = await compress(plain);
  const body = packed.subarray(0, Math.max(0, packed.length - cut));
  const now = BigInt(Date.now());
  const header = Buffer.alloc(61);
  header.writeInt32BE(header.length - 12 + body.length, 8);
  header.writeInt32BE(-1, 12);
  header.writeInt8(2, 16);
  header.writeInt16BE(compression | (batch.attributes ?? 0), 21);
  header.writeInt32BE(batch.lastOffsetDelta ?? (batch.count ?? records.length) - 1, 23);
  header.writeBigInt64BE(batch.firstTimestamp ?? now, 27);
  header.writeBigInt64BE(batch.maxTimestamp ?? now, 35);
  header.writeBigInt64BE(-1n, 43);
  header.writeInt16BE(-1, 51);
  header.writeInt32BE(-1, 53);
  header.writeInt32BE(batch.count ?? records.length, 57);
  const bytes = Buffer.concat([header, body]);
  bytes.writeUInt32BE((crc32c(bytes.subarray(21)) + (batch.isSumWrong ? 1 : 0)) >>> 0, 17);
  return bytes;
}

function encodeRecord({ key = null, value = null, headers = [], ...more }: RawRecord, index: number): Buffer {
  const body = Buffer.concat([
    Buffer.from([0]),
    varint(more.timestampDelta ?? 0),
    varint(more.offsetDelta ?? index),
    field(key),
    field(value),
    varint(more.headerCount ?? headers.length),
    ...headers.flatMap(([name, text]) => [field(typeof name === 'string' ? Buffer.from(name) : name), field(text)]),
  ]);
  return Buffer.concat([varint(body.length), body]);
}

const field = (bytes: Buffer | null): Buffer =>
  bytes === null ? varint(-1) : Buffer.concat([varint(bytes.length), bytes]);

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return Buffer.from([...bytes, rest]);
}

const PRODUCE_VERSION = 7;
const ACKNOWLEDGED = 1;
/** Offset of the error code in a response without topics. The error code follows the correlation id. */
const CODE_AT = 4;

type SignOn = { username: string; password: string };

/** @returns Kafka's error code, 0 if Kafka accepted the batch; null if Kafka closed the connection. */
export async function produceRaw(
  broker: string,
  topic: string,
  partition: number,
  batch: Buffer,
  signOn?: SignOn,
): Promise<number | null> {
  const [host = '', port = ''] = broker.split(':');
  const socket = connect(Number(port), host);
  try {
    const answers = answersOf(socket);
    if (signOn) {
      const { username, password } = signOn;
      const token = Buffer.from(`\0${username}\0${password}`);
      socket.write(framed(17, 1, text('PLAIN')));
      if ((await answers.next()).value?.readInt16BE(CODE_AT) !== 0) return null;
      socket.write(framed(36, 0, Buffer.concat([int32(token.length), token])));
      const { value } = await answers.next();
      if (value?.readInt16BE(CODE_AT) !== 0) return value?.readInt16BE(CODE_AT) ?? null;
    }
    const partitions = Buffer.concat([int32(1), int32(partition), int32(batch.length), batch]);
    const body = Buffer.concat([int16(-1), int16(ACKNOWLEDGED), int32(10_000), int32(1), text(topic), partitions]);
    socket.write(framed(0, PRODUCE_VERSION, body));
    const { value } = await answers.next();
    // The error code follows the correlation id, number of topics, topic name, number of partitions, and partition.
    return value?.readInt16BE(4 + 4 + 2 + Buffer.byteLength(topic) + 4 + 4) ?? null;
  } finally {
    socket.destroy();
  }
}

function framed(api: number, version: number, body: Buffer): Buffer {
  const request = Buffer.concat([int16(api), int16(version), int32(1), text('raw'), body]);
  return Buffer.concat([int32(request.length), request]);
}

/** Yields a broker's responses without length prefixes, until the broker closes the connection. */
async function* answersOf(socket: Socket): AsyncGenerator<Buffer, undefined> {
  let held = Buffer.alloc(0);
  try {
    for await (const bytes of socket as AsyncIterable<Buffer>) {
      held = Buffer.concat([held, bytes]);
      while (held.length >= 4 && held.length >= 4 + held.readInt32BE()) {
        const end = 4 + held.readInt32BE();
        yield held.subarray(4, end);
        held = held.subarray(end);
      }
    }
  } catch {
    // A reset connection has no response.
  }
  return undefined;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

const text = (value: string): Buffer => Buffer.concat([int16(Buffer.byteLength(value)), Buffer.from(value)]);
