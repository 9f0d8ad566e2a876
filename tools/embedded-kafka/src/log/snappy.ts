/** Magic number of the Java clients' framing. Two version numbers follow, then blocks, each after its length. */
const JAVA_MAGIC = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0]);
const JAVA_HEADER_BYTES = 16;

function corrupt(): Error {
  return new RangeError('the snappy data is damaged');
}

/** Reads the length at the beginning of a raw block, a 32-bit varint. */
function readLength(bytes: Buffer): { length: number; start: number } {
  let length = 0;
  for (let at = 0; at < 5; at++) {
    const byte = bytes[at];
    if (byte === undefined) break;
    length += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) return { length, start: at + 1 };
  }
  throw corrupt();
}

function littleEndian(bytes: Buffer, at: number, count: number): number {
  if (at + count > bytes.length) throw corrupt();
  return bytes.readUIntLE(at, count);
}

/** Repeats `length` bytes from `distance` bytes before; source and target may overlap. */
export function copyBack(out: Buffer, at: number, distance: number, length: number): void {
  if (distance < 1 || distance > at || at + length > out.length) throw new RangeError('a copy from outside the data');
  if (distance >= length) out.copyWithin(at, at - distance, at - distance + length);
  else for (let i = 0; i < length; i++) out[at + i] = out[at - distance + i]!;
}

function decompressBlock(bytes: Buffer, maxBytes: number): Buffer {
  const { length: total, start } = readLength(bytes);
  // A copy of 3 bytes yields at most 64 bytes, so no valid block grows by a factor of 32. Checked before memory is allocated.
  if (total > maxBytes || total > bytes.length * 32) throw corrupt();
  const out = Buffer.allocUnsafe(total);
  let filled = 0;
  for (let at = start; at < bytes.length;) {
    const tag = bytes[at++]!;
    const kind = tag & 3;
    if (kind === 0) {
      const short = tag >> 2;
      const extra = Math.max(0, short - 59);
      const length = 1 + (extra === 0 ? short : littleEndian(bytes, at, extra));
      at += extra;
      if (at + length > bytes.length || filled + length > total) throw corrupt();
      bytes.copy(out, filled, at, at + length);
      at += length;
      filled += length;
      continue;
    }
    const offsetBytes = [0, 1, 2, 4][kind]!;
    const low = littleEndian(bytes, at, offsetBytes);
    const distance = kind === 1 ? ((tag >> 5) << 8) | low : low;
    const length = kind === 1 ? 4 + ((tag >> 2) & 7) : 1 + (tag >> 2);
    copyBack(out, filled, distance, length);
    at += offsetBytes;
    filled += length;
  }
  if (filled !== total) throw corrupt();
  return out;
}

/** Supports raw Snappy and the Java clients' framing. @throws RangeError for damaged data and for more than `maxBytes`. */
export function snappyDecompress(bytes: Buffer, maxBytes: number): Buffer {
  if (!bytes.subarray(0, JAVA_MAGIC.length).equals(JAVA_MAGIC)) return decompressBlock(bytes, maxBytes);
  const blocks: Buffer[] = [];
  let total = 0;
  for (let at = JAVA_HEADER_BYTES; at < bytes.length;) {
    if (at + 4 > bytes.length) throw corrupt();
    const end = at + 4 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw corrupt();
    const block = decompressBlock(bytes.subarray(at + 4, end), maxBytes - total);
    total += block.length;
    blocks.push(block);
    at = end;
  }
  return Buffer.concat(blocks);
}
