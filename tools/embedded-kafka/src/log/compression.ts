import * as zlib from 'node:zlib';
import { lz4Decompress } from './lz4.ts';
import { snappyDecompress } from './snappy.ts';

/** The codecs of record batches, as the lowest three bits of a batch's attributes name them. */
export const Codec = { NONE: 0, GZIP: 1, SNAPPY: 2, LZ4: 3, ZSTD: 4 } as const;

/** However small it was made, a batch that unfolds to more than this is not read: it is an attack or a mistake. */
const MAX_INFLATED_BYTES = 64 * 1024 * 1024;

/** The records of a batch as they were before they were compressed. Throws when `bytes` is not what `codec` makes. */
export function decompress(codec: number, bytes: Buffer): Buffer {
  const options = { maxOutputLength: MAX_INFLATED_BYTES };
  if (codec === Codec.NONE) return bytes;
  if (codec === Codec.GZIP) return zlib.gunzipSync(bytes, options);
  // Node 22.15 brought it.
  if (codec === Codec.ZSTD && 'zstdDecompressSync' in zlib) return zlib.zstdDecompressSync(bytes, options);
  if (codec === Codec.SNAPPY) return snappyDecompress(bytes, MAX_INFLATED_BYTES);
  if (codec === Codec.LZ4) return lz4Decompress(bytes, MAX_INFLATED_BYTES);
  throw new RangeError(`unknown compression ${codec}`);
}
