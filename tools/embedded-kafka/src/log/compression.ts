import { constants, gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
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
  if (codec === Codec.GZIP) return gunzipSync(bytes, options);
  if (codec === Codec.ZSTD) return zstdDecompressSync(bytes, options);
  if (codec === Codec.SNAPPY) return snappyDecompress(bytes, MAX_INFLATED_BYTES);
  if (codec === Codec.LZ4) return lz4Decompress(bytes, MAX_INFLATED_BYTES);
  throw new RangeError(`unknown compression ${codec}`);
}

/** Compresses with `codec`, or with one that Node has in its place: every consumer reads every codec. */
export function compress(codec: number, bytes: Buffer): { readonly codec: number; readonly bytes: Buffer } {
  if (codec === Codec.NONE) return { codec, bytes };
  if (codec === Codec.GZIP) return { codec, bytes: gzipSync(bytes) };
  const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
  if (codec === Codec.ZSTD) return { codec, bytes: zstdCompressSync(bytes, fast) };
  return { codec: Codec.NONE, bytes };
}
