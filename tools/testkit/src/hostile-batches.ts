import type { RawBatch, RawRecord } from './raw-kafka.ts';
import { promisify } from 'node:util';
import { gzip, zstdCompress } from 'node:zlib';
import { CompressionCodecs } from '@portico/kafka/client';

type Codec = { compress: (encoder: { buffer: Buffer }) => Promise<Buffer> };
const byKafkajs = (type: 2 | 3) => (buffer: Buffer) => (CompressionCodecs[type]() as Codec).compress({ buffer });

const GZIP = { name: 'gzip', compression: 1, compress: promisify(gzip) as (bytes: Buffer) => Promise<Buffer> };

export const COMPRESSIONS = [
  GZIP,
  { name: 'snappy', compression: 2, compress: byKafkajs(2) },
  { name: 'lz4', compression: 3, compress: byKafkajs(3) },
  { name: 'zstd', compression: 4, compress: promisify(zstdCompress) as (bytes: Buffer) => Promise<Buffer> },
];

const bytes = (length: number, letter = 'k'): Buffer => Buffer.alloc(length, letter);
const headers = (count: number, length = 1): RawRecord['headers'] =>
  Array.from({ length: count }, (_, index) => [`h${index}`, bytes(length)] as const);

/** Returns batches with the names of their anomalies. @param value - a valid event. */
export function hostileBatches(value: Buffer): [name: string, batch: RawBatch][] {
  const one = (record: RawRecord): RawBatch => ({ records: [{ value, ...record }] });
  const packed = (record: RawRecord): RawBatch => ({ ...GZIP, ...one(record) });
  const disordered = {
    records: [
      { value, offsetDelta: 1 },
      { value, offsetDelta: 0 },
    ],
  };
  return [
    ['a header without a value', one({ headers: [['x', null]] })],
    ['no event and a header without a value', one({ value: bytes(2, '{'), headers: [['x', null]] })],
    [
      'a CloudEvents header without a value',
      one({
        headers: [
          ['ce_specversion', null],
          ['content-type', null],
        ],
      }),
    ],
    [
      'headers without a name',
      one({
        headers: [
          [null, bytes(1)],
          ['', bytes(1)],
        ],
      }),
    ],
    [
      'a header that is a prototype',
      one({
        headers: [
          ['__proto__', bytes(3)],
          ['constructor', bytes(3)],
        ],
      }),
    ],
    ['a header that is no text', one({ headers: [[Buffer.from([0xff, 0xfe, 0]), Buffer.from([0xff])]] })],
    ['one name in 64 headers', one({ headers: Array.from({ length: 64 }, () => ['ce_id', bytes(9)] as const) })],
    [
      'headers of Portico',
      one({
        headers: [
          ['portico-sender', bytes(1, '1')],
          ['portico-unreadable', bytes(1)],
        ],
      }),
    ],
    ['65 headers', one({ headers: headers(65) })],
    ['4,000 headers', one({ headers: headers(4_000) })],
    ['90,000 headers', packed({ headers: headers(90_000) })],
    ['headers of 900 KiB', packed({ headers: headers(3, 300 * 1_024) })],
    ['a million headers that are not there', one({ headerCount: 1_000_000 })],
    ['no key', one({ key: null })],
    ['an empty key', one({ key: bytes(0) })],
    ['a key of 2 MiB', packed({ key: bytes(2 * 1_024 * 1_024) })],
    ['a key of 60 MiB', packed({ key: bytes(60 * 1_024 * 1_024) })],
    ['no value', one({ value: null })],
    ['an empty value', one({ value: bytes(0) })],
    ['a value of 60 MiB', packed({ value: bytes(60 * 1_024 * 1_024) })],
    ['5,000 empty records', { ...GZIP, records: Array.from({ length: 5_000 }, () => ({})) }],
    ['10,001 empty records', { ...GZIP, records: Array.from({ length: 10_001 }, () => ({})) }],
    ['99,999 records that are not there', { ...GZIP, ...one({}), count: 99_999 }],
    [
      'the first of all moments',
      { ...one({ timestampDelta: -5 }), firstTimestamp: -(2n ** 63n), maxTimestamp: -(2n ** 63n) },
    ],
    [
      'the last of all moments',
      { ...one({ timestampDelta: 5 }), firstTimestamp: 2n ** 63n - 1n, maxTimestamp: 2n ** 63n - 1n },
    ],
    ['a control batch', { ...one({ key: Buffer.from([0, 0, 0, 0]) }), attributes: 32 }],
    ['a transaction', { ...one({}), attributes: 16 }],
    ["Kafka's own stamp", { ...one({}), attributes: 8 }],
    ['more records than it claims', { records: [{ value }, { value }], count: 1 }],
    ['fewer records than it claims', { records: [{ value }], count: 3 }],
    ['offsets out of order', disordered],
    ['another checksum', { ...one({}), isSumWrong: true }],
    ...COMPRESSIONS.flatMap((known): [string, RawBatch][] => [
      [`a cut batch of ${known.name}`, { ...known, records: [{ value }, { value }], cut: 12 }],
      [`fewer records in ${known.name}`, { ...known, records: [{ value }], count: 3 }],
      [`another order in ${known.name}`, { ...known, ...disordered }],
      [`65 MiB in ${known.name}`, { ...known, records: [{ value: bytes(65 * 1_024 * 1_024) }] }],
      [`a null header in ${known.name}`, { ...known, ...one({ headers: [['x', null]] }) }],
    ]),
    ...[5, 6, 7].map((compression): [string, RawBatch] => [
      `the compression ${compression}`,
      { ...one({}), compression },
    ]),
  ];
}
