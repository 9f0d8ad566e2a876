/** 32 MiB. With more identities than a tenth of it, more than one in a hundred would be taken for known by mistake. */
const BITS = 2 ** 28;
const CAPACITY = Math.floor(BITS / 10);
/** Bits of one identity. */
const MARKS = 5;
/** Makes the second hash of a text differ from the first. */
export const SECOND = '#';

/** Bloom filter of identities: what it does not have was never added. */
export class IdentityFilter {
  private readonly words: Uint32Array;
  private readonly mask: number;
  private added = 0;

  constructor(
    private readonly capacity = CAPACITY,
    bits = BITS,
  ) {
    this.words = new Uint32Array(bits / 32);
    this.mask = bits - 1;
  }

  get isFull(): boolean {
    return this.added > this.capacity;
  }

  hasRoomFor(identities: number): boolean {
    return this.added + identities <= this.capacity;
  }

  add(identity: string): void {
    const { one, other } = hashesOf(identity);
    this.addHashes(one, other);
  }

  /** Hashes of an identity, and of it with {@link SECOND}. */
  addHashes(one: number, other: number): void {
    this.added += 1;
    for (let mark = 0, bit = one; mark < MARKS; mark += 1, bit += other | 1) {
      const at = (bit & this.mask) >>> 5;
      this.words[at] = (this.words[at] ?? 0) | (1 << (bit & 31));
    }
  }

  mayHave(identity: string): boolean {
    const { one, other } = hashesOf(identity);
    for (let mark = 0, bit = one; mark < MARKS; mark += 1, bit += other | 1)
      if (!((this.words[(bit & this.mask) >>> 5] ?? 0) & (1 << (bit & 31)))) return false;
    return true;
  }
}

const rotated = (number: number, by: number): number => (number << by) | (number >>> (32 - by));
const scrambled = (number: number): number => Math.imul(rotated(Math.imul(number, 0xcc9e2d51), 15), 0x1b873593);
const mixed = (hash: number, block: number): number =>
  (Math.imul(rotated(hash ^ scrambled(block), 13), 5) + 0xe6546b64) | 0;
function finished(hash: number, length: number): number {
  let last = hash ^ length;
  last = Math.imul(last ^ (last >>> 16), 0x85ebca6b);
  last = Math.imul(last ^ (last >>> 13), 0xc2b2ae35);
  return (last ^ (last >>> 16)) >>> 0;
}

/** MurmurHash3 of 32 bits of a text's UTF-8, as ClickHouse has it, and that of the text with {@link SECOND}. */
export function hashesOf(text: string): { one: number; other: number } {
  const bytes = Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1');
  const { length } = bytes;
  let hash = 0;
  let at = 0;
  for (; at + 4 <= length; at += 4) hash = mixed(hash, blockAt(bytes, at));
  let rest = 0;
  for (let byte = length - 1; byte >= at; byte -= 1) rest = (rest << 8) | bytes.charCodeAt(byte);
  const longer = rest | (SECOND.charCodeAt(0) << (8 * (length - at)));
  const withSecond = length - at === 3 ? mixed(hash, longer) : hash ^ scrambled(longer);
  return { one: finished(hash ^ scrambled(rest), length), other: finished(withSecond, length + 1) };
}

const blockAt = (bytes: string, at: number): number =>
  bytes.charCodeAt(at) |
  (bytes.charCodeAt(at + 1) << 8) |
  (bytes.charCodeAt(at + 2) << 16) |
  (bytes.charCodeAt(at + 3) << 24);
