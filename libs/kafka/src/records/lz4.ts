import { compressFrame, decompressFrame } from 'lz4-napi';

const FRAME_MAGIC = 0x184d_2204;
/** Bytes of the frame header: magic number, flags, largest block size, header checksum. */
const HEADER_BYTES = 7;
const BLOCK_CHECKSUM = 0x10;
const CONTENT_SIZE = 0x08;
const DICTIONARY = 0x01;
/** Flag in a block's size: the block is not compressed. */
const UNCOMPRESSED = 0x8000_0000;
const MIN_MATCH = 4;

export const lz4Compress = (bytes: Buffer): Promise<Buffer> => compressFrame(bytes);

/** Decompresses an lz4 frame. @throws when `bytes` are not an lz4 frame, or decompress to more than `limit` bytes. */
export async function lz4Decompress(bytes: Buffer, limit: number): Promise<Buffer> {
  if (bytes.length < HEADER_BYTES || bytes.readUInt32LE() !== FRAME_MAGIC) throw new RangeError('it is no lz4 frame');
  if (unfoldedLength(bytes) > limit) throw new RangeError('it unfolds to too many bytes');
  return decompressFrame(bytes);
}

/** Returns the decompressed length of a frame by adding up its blocks, because the length in the frame may be missing or wrong. */
function unfoldedLength(frame: Buffer): number {
  const flags = frame.readUInt8(4);
  let [at, length] = [HEADER_BYTES + (flags & CONTENT_SIZE ? 8 : 0) + (flags & DICTIONARY ? 4 : 0), 0];
  while (at + 4 <= frame.length) {
    const size = frame.readUInt32LE(at);
    if (size === 0) break;
    const start = at + 4;
    const end = start + (size % UNCOMPRESSED);
    length += size >= UNCOMPRESSED ? end - start : blockLength(frame.subarray(start, end));
    at = end + (flags & BLOCK_CHECKSUM ? 4 : 0);
  }
  return length;
}

/** Returns the decompressed length of a block: the sum of its literals and matches. Does not check for invalid data. */
function blockLength(block: Buffer): number {
  let [at, length] = [0, 0];
  const extended = (short: number): number => {
    let whole = short;
    for (let byte = short === 15 ? 255 : 0; byte === 255; whole += byte) byte = block[at++] ?? 0;
    return whole;
  };
  while (at < block.length) {
    const token = block[at++] ?? 0;
    const literals = extended(token >> 4);
    at += literals;
    length += literals;
    if (at >= block.length) break;
    at += 2;
    length += MIN_MATCH + extended(token & 15);
  }
  return length;
}
