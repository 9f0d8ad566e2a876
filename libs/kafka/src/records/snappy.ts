import * as snappy from 'snappy';

/**
 * Magic number at the beginning of snappy data from Java clients. Two version numbers follow, and then blocks, each after its length
 * in 4 bytes.
 */
const JAVA_MAGIC = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0]);
const JAVA_HEADER_BYTES = 16;

export const snappyCompress = (bytes: Buffer): Promise<Buffer> => snappy.compress(bytes);

/**
 * Decompresses raw snappy data, or the snappy blocks that Java clients write.
 * @throws when `bytes` have neither format, or decompress to more than `limit` bytes.
 */
export async function snappyDecompress(bytes: Buffer, limit: number): Promise<Buffer> {
  if (!bytes.subarray(0, JAVA_MAGIC.length).equals(JAVA_MAGIC)) return uncompress(bytes, limit);
  const blocks: Buffer[] = [];
  let left = limit;
  for (let at = JAVA_HEADER_BYTES; at < bytes.length;) {
    const start = at + 4;
    at = start + bytes.readUInt32BE(at);
    if (at > bytes.length) throw new RangeError('a block ends too early');
    const block = await uncompress(bytes.subarray(start, at), left);
    left -= block.length;
    blocks.push(block);
  }
  return Buffer.concat(blocks);
}

/** Decompresses a block. Checks the claimed length first, because the library allocates as much memory as the block claims. */
async function uncompress(block: Buffer, limit: number): Promise<Buffer> {
  if (claimedLength(block) > limit) throw new RangeError('it unfolds to too many bytes');
  const bytes = await snappy.uncompress(block, { asBuffer: true });
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes);
}

/** A block begins with its decompressed length as a varint. */
function claimedLength(block: Buffer): number {
  let length = 0;
  for (let at = 0; at < 5; at += 1) {
    const byte = block[at] ?? 0;
    length += (byte & 0x7f) * 128 ** at;
    if (byte < 0x80) break;
  }
  return length;
}
