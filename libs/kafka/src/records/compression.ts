import { promisify } from 'node:util';
import { gunzip, gzip, zstdCompress, zstdDecompress } from 'node:zlib';
import { lz4Compress, lz4Decompress } from './lz4.ts';
import { snappyCompress, snappyDecompress } from './snappy.ts';

/** Each function throws for invalid bytes. */
type Compression = {
  name: string;
  compress: (bytes: Buffer) => Promise<Buffer>;
  decompress: (bytes: Buffer) => Promise<Buffer>;
};

/** Maximum size in bytes of a decompressed batch. A larger batch is an attack or a mistake, and becomes one unreadable record. */
const MAX_BATCH_BYTES = 64 * 1024 * 1024;
const limits = { maxOutputLength: MAX_BATCH_BYTES };

const unzip = promisify(gunzip);
const unzstd = promisify(zstdDecompress);

/** Compressions, by their number in a batch's attributes. */
export const COMPRESSIONS: ReadonlyMap<number, Compression> = new Map([
  [0, { name: 'none', compress: async (bytes) => bytes, decompress: async (bytes) => bytes }],
  [1, { name: 'gzip', compress: promisify(gzip), decompress: (bytes) => unzip(bytes, limits) }],
  [2, { name: 'snappy', compress: snappyCompress, decompress: (bytes) => snappyDecompress(bytes, MAX_BATCH_BYTES) }],
  [3, { name: 'lz4', compress: lz4Compress, decompress: (bytes) => lz4Decompress(bytes, MAX_BATCH_BYTES) }],
  [4, { name: 'zstd', compress: promisify(zstdCompress), decompress: (bytes) => unzstd(bytes, limits) }],
] satisfies [number, Compression][]);
