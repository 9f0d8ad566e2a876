import { promisify } from 'node:util';
import { gzip, zstdCompress } from 'node:zlib';
import { CompressionCodecs } from '@portico/kafka/client';

type Codec = { compress: (encoder: { buffer: Buffer }) => Promise<Buffer> };
const byKafkajs = (type: 2 | 3) => (buffer: Buffer) => (CompressionCodecs[type]() as Codec).compress({ buffer });

/** The compressions of Kafka, each with its number. */
export const COMPRESSIONS = [
  { name: 'gzip', compression: 1, compress: promisify(gzip) as (bytes: Buffer) => Promise<Buffer> },
  { name: 'snappy', compression: 2, compress: byKafkajs(2) },
  { name: 'lz4', compression: 3, compress: byKafkajs(3) },
  { name: 'zstd', compression: 4, compress: promisify(zstdCompress) as (bytes: Buffer) => Promise<Buffer> },
];
