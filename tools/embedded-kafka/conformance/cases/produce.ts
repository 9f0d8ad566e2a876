import { gzipSync, zstdCompressSync } from 'node:zlib';
import { altered, batch, recordBatch, type BatchOptions } from '../../test/support.ts';
import type { Case } from '../target.ts';

const gzip: BatchOptions['compress'] = { codec: 1, bytes: (plain) => gzipSync(plain) };
const zstd: BatchOptions['compress'] = { codec: 4, bytes: (plain) => zstdCompressSync(plain) };

const refused: readonly (readonly [string, Buffer, Readonly<Record<string, string>>?])[] = [
  ['a wrong checksum', Buffer.concat([batch(['one']).subarray(0, -1), Buffer.from([9])])],
  ['a truncated batch', batch(['one']).subarray(0, 40)],
  ['no bytes', Buffer.alloc(0)],
  ['two batches', Buffer.concat([batch(['one']), batch(['two'])])],
  ['an unknown message format', altered((bytes) => bytes.writeInt8(3, 16))],
  ['a record that is too large', batch(['x'.repeat(1_100_000)])],
  ['a record larger than the topic allows', batch(['x'.repeat(3_000)]), { 'max.message.bytes': '2000' }],
  ['a base offset other than zero', altered((bytes) => bytes.writeInt8(1, 7))],
  ['a wrong record count', altered((bytes) => bytes.writeInt32BE(3, 57))],
  [
    'a compressed batch with a count of two billion records',
    altered((bytes) => (bytes.writeInt32BE(1_999_999_999, 23), bytes.writeInt32BE(2_000_000_000, 57)), {
      compress: gzip,
    }),
  ],
  ['no records', altered((bytes) => bytes.writeInt32BE(0, 57))],
  ['a control batch', altered((bytes) => bytes.writeInt16BE(0x20, 21))],
  ['a record longer than the batch', altered((bytes) => bytes.writeUInt8(0x7e, 61))],
  ['a record without a key to a compacted topic', batch(['one']), { 'cleanup.policy': 'compact' }],
  [
    'a compressed record without a key to a compacted topic',
    batch(['one'], { compress: gzip }),
    { 'cleanup.policy': 'compact' },
  ],
  [
    'records with keys to a compacted topic',
    batch(['one'], { keys: true, compress: zstd }),
    { 'cleanup.policy': 'compact' },
  ],
];

const contents: Case[] = refused.map(([name, bytes, configs]) => ({
  name: `producing ${name}`,
  async run(stage) {
    const topic = await stage.topic(configs);
    const answer = await stage.produce({ topic }, bytes);
    const next = await stage.produce({ topic }, batch(['after'], { keys: true }));
    return { answer, next };
  },
}));

const combinations: Case[] = [1, -1].flatMap((acks) =>
  [undefined, gzip, zstd].flatMap((compress) =>
    [3, 5, 7, 8, 9, 10, 11].map((version) => ({
      name: `producing in version ${version} with acks ${acks} and codec ${compress?.codec ?? 0}`,
      async run(stage) {
        const topic = await stage.topic();
        const place = { topic, acks, version };
        return [
          await stage.produce(place, batch(['a', 'b'], { compress })),
          await stage.produce(place, batch(['c'], { compress })),
        ];
      },
    })),
  ),
);

const noise: BatchOptions['compress'] = { codec: 1, bytes: () => Buffer.from('not gzip at all') };

/** Cases in which the embedded broker is stricter or less strict than Apache Kafka. A case fails when the difference disappears. */
const deviations: Case[] = [
  {
    name: 'producing a wrong offset delta',
    deviates: 'Apache Kafka stores what no consumer reads rightly',
    async run(stage) {
      const topic = await stage.topic();
      return stage.produce(
        { topic },
        altered((bytes) => bytes.writeUInt8(0x7e, 64)),
      );
    },
  },
  {
    name: 'producing compressed bytes that are not records',
    deviates: 'the embedded broker reads compressed records in compacted topics alone',
    async run(stage) {
      const topic = await stage.topic();
      return stage.produce({ topic }, batch(['one'], { compress: noise }));
    },
  },
];

const compacted: Case = {
  name: 'producing compressed bytes that are not records to a compacted topic',
  deviates: 'Apache Kafka calls it an unknown server error',
  async run(stage) {
    const topic = await stage.topic({ 'cleanup.policy': 'compact' });
    return stage.produce({ topic }, batch(['one'], { compress: noise }));
  },
};

const places: Case[] = [
  {
    name: 'producing to an unknown topic, to an unknown partition, and with unknown acks',
    async run(stage) {
      const topic = await stage.topic();
      return [
        await stage.produce({ topic: `${stage.id}-nowhere` }, batch(['x'])),
        await stage.produce({ topic, partition: 5 }, batch(['x'])),
        await stage.produce({ topic, partition: -1 }, batch(['x'])),
        await stage.produce({ topic, acks: 7 }, batch(['x'])),
        await stage.produce({ topic, acks: -2 }, batch(['x'])),
      ];
    },
  },
];

const producer = (baseSequence: number, producerEpoch = 0): BatchOptions => ({
  producerId: 70,
  producerEpoch,
  baseSequence,
});

const idempotent: Case[] = [
  {
    name: 'repeated, missing and old sequences and epochs of an idempotent producer',
    async run(stage) {
      const topic = await stage.topic();
      const send = (sequence: number, values: string[], epoch?: number) =>
        stage.produce({ topic }, batch(values, producer(sequence, epoch)));
      const answers: unknown[] = [];
      for (let i = 0; i < 8; i++) answers.push(await send(i * 2, ['a', 'b']));
      const attempts: [number, string[], number?][] = [
        [14, ['a', 'b']],
        [6, ['a', 'b']],
        [14, ['a']],
        [18, ['a']],
        [16, ['a']],
        [16, ['a']],
        [5, ['a'], 1],
        [0, ['a'], 1],
        [0, ['a'], 1],
        [17, ['a'], 0],
        [1, ['a'], 1],
      ];
      for (const [sequence, values, epoch] of attempts) answers.push(await send(sequence, values, epoch));
      return answers;
    },
  },
  {
    name: 'sequences of an idempotent producer that wrap to zero',
    async run(stage) {
      const topic = await stage.topic();
      const send = (sequence: number, values: string[]) => stage.produce({ topic }, batch(values, producer(sequence)));
      return [await send(0x7fff_fffe, ['a', 'b']), await send(0, ['c']), await send(1, ['d']), await send(0, ['c'])];
    },
  },
  {
    name: 'concurrent requests of an idempotent producer',
    async run(stage) {
      const topic = await stage.topic();
      const connection = await stage.connect();
      const batches = [0, 1, 3, 2, 3].map((sequence) => batch([`${sequence}`], producer(sequence)));
      return Promise.all(batches.map((bytes) => stage.produce({ topic }, bytes, connection)));
    },
  },
  {
    name: 'producing a tombstone to a topic that is not compacted',
    async run(stage) {
      const topic = await stage.topic();
      return stage.produce({ topic }, recordBatch([{ key: 'k', value: null }]));
    },
  },
];

export const produceCases: readonly Case[] = [
  ...contents,
  compacted,
  ...deviations,
  ...combinations,
  ...places,
  ...idempotent,
];
