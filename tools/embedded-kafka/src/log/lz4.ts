import { copyBack } from './snappy.ts';

const FRAME_MAGIC = 0x184d_2204;
const FLAG_BLOCK_CHECKSUM = 0x10;
const FLAG_CONTENT_SIZE = 0x08;
const FLAG_DICTIONARY = 0x01;
const UNCOMPRESSED_BIT = 0x8000_0000;
const MIN_MATCH = 4;

function corrupt(): Error {
  return new RangeError('the lz4 data is damaged');
}

/** The decompressed bytes. The buffer grows as needed, because a frame may omit its size. Matches may refer to earlier blocks. */
class Output {
  bytes: Buffer;
  length = 0;
  private readonly maxBytes: number;

  constructor(initialBytes: number, maxBytes: number) {
    this.bytes = Buffer.allocUnsafe(Math.min(initialBytes, maxBytes));
    this.maxBytes = maxBytes;
  }

  reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    if (needed > this.maxBytes) throw corrupt();
    const grown = Buffer.allocUnsafe(Math.min(this.maxBytes, Math.max(needed, this.bytes.length * 2)));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }

  append(source: Buffer, start: number, end: number): void {
    if (end > source.length) throw corrupt();
    this.reserve(end - start);
    this.length += source.copy(this.bytes, this.length, start, end);
  }

  repeat(distance: number, length: number): void {
    this.reserve(length);
    if (distance > this.length) throw corrupt();
    copyBack(this.bytes, this.length, distance, length);
    this.length += length;
  }
}

function decompressBlock(block: Buffer, out: Output): void {
  let at = 0;
  const extended = (short: number): number => {
    let length = short;
    if (short === 15) {
      let byte: number | undefined;
      do {
        byte = block[at++];
        if (byte === undefined) throw corrupt();
        length += byte;
      } while (byte === 255);
    }
    return length;
  };
  while (at < block.length) {
    const token = block[at++]!;
    const literals = extended(token >> 4);
    out.append(block, at, at + literals);
    at += literals;
    if (at === block.length) return;
    if (at + 2 > block.length) throw corrupt();
    const distance = block.readUInt16LE(at);
    at += 2;
    out.repeat(distance, MIN_MATCH + extended(token & 15));
  }
}

/** Ignores checksums of LZ4's frame format. @throws RangeError for damaged data and for more than `maxBytes`. */
export function lz4Decompress(bytes: Buffer, maxBytes: number): Buffer {
  if (bytes.length < 7 || bytes.readUInt32LE() !== FRAME_MAGIC) throw corrupt();
  const flags = bytes[4]!;
  const out = new Output(bytes.length * 4, maxBytes);
  const headerBytes = 7 + (flags & FLAG_CONTENT_SIZE ? 8 : 0) + (flags & FLAG_DICTIONARY ? 4 : 0);
  for (let at = headerBytes; at + 4 <= bytes.length;) {
    const size = bytes.readUInt32LE(at);
    at += 4;
    if (size === 0) return out.bytes.subarray(0, out.length);
    const end = at + (size & ~UNCOMPRESSED_BIT);
    if (end > bytes.length) throw corrupt();
    if (size >= UNCOMPRESSED_BIT) out.append(bytes, at, end);
    else decompressBlock(bytes.subarray(at, end), out);
    at = end + (flags & FLAG_BLOCK_CHECKSUM ? 4 : 0);
  }
  throw corrupt();
}
