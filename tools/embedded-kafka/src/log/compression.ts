import * as zlib from 'node:zlib';
import { lz4Decompress } from './lz4.ts';
import { snappyDecompress } from './snappy.ts';

/** Compression codecs, in the lowest three bits of a batch's attributes. */
export const Codec = { NONE: 0, GZIP: 1, SNAPPY: 2, LZ4: 3, ZSTD: 4 } as const;

/** Maximum decompressed size of a batch. Larger batches are rejected as an attack or a mistake. */
const MAX_INFLATED_BYTES = 64 * 1024 * 1024;

/** @throws if `bytes` is not valid for `codec`. */
export function decompress(codec: number, bytes: Buffer): Buffer {
  const options = { maxOutputLength: MAX_INFLATED_BYTES };
  if (codec === Codec.NONE) return bytes;
  if (codec === Codec.GZIP) return zlib.gunzipSync(bytes, options);
  // Available from Node 22.15.
  if (codec === Codec.ZSTD && 'zstdDecompressSync' in zlib) return zlib.zstdDecompressSync(bytes, options);
  if (codec === Codec.SNAPPY) return snappyDecompress(bytes, MAX_INFLATED_BYTES);
  if (codec === Codec.LZ4) return lz4Decompress(bytes, MAX_INFLATED_BYTES);
  throw new RangeError(`unknown compression ${codec}`);
}
