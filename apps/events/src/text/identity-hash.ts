/** A 64-bit hash as two signed 32-bit numbers, because V8 allocates no memory for them. Two identities may share a hash. */
export type IdentityHash = { one: number; other: number };

/** Suffix of the input for the second half of a hash, which makes the halves different. */
export const SECOND = '#';

export const toHashNumber = ({ one, other }: IdentityHash): string =>
  ((BigInt(one >>> 0) << 32n) | BigInt(other >>> 0)).toString();

/** SQL equivalent of {@link toHashNumber} for a row. @param id - the column of the event's id. */
export const identityHashSql = (id = 'id'): string =>
  `bitOr(bitShiftLeft(toUInt64(murmurHash3_32(concat(toString(source_id), ':', ${id}))), 32),
    toUInt64(murmurHash3_32(concat(toString(source_id), ':', ${id}, '${SECOND}'))))`;

const rotated = (number: number, by: number): number => (number << by) | (number >>> (32 - by));
const scrambled = (number: number): number => Math.imul(rotated(Math.imul(number, 0xcc9e2d51), 15), 0x1b873593);
const mixed = (hash: number, block: number): number =>
  (Math.imul(rotated(hash ^ scrambled(block), 13), 5) + 0xe6546b64) | 0;
function finished(hash: number, length: number): number {
  let last = hash ^ length;
  last = Math.imul(last ^ (last >>> 16), 0x85ebca6b);
  last = Math.imul(last ^ (last >>> 13), 0xc2b2ae35);
  return last ^ (last >>> 16);
}

/**
 * The hash of an identity: MurmurHash3 (32 bits, seed 0) of its UTF-8, and of its UTF-8 followed by {@link SECOND}. {@link
 * identityHashSql} is the SQL equivalent.
 * @param key - from `identityOf`.
 */
export function identityHash(key: string): IdentityHash {
  const bytes = Buffer.byteLength(key) === key.length ? key : Buffer.from(key).toString('latin1');
  const { length } = bytes;
  let hash = 0;
  let at = 0;
  for (; at + 4 <= length; at += 4) hash = mixed(hash, blockAt(bytes, at));
  let tail = 0;
  for (let byte = length - 1; byte >= at; byte -= 1) tail = (tail << 8) | bytes.charCodeAt(byte);
  const longer = tail | (SECOND.charCodeAt(0) << (8 * (length - at)));
  const withSecond = length - at === 3 ? mixed(hash, longer) : hash ^ scrambled(longer);
  return { one: finished(hash ^ scrambled(tail), length), other: finished(withSecond, length + 1) };
}

const blockAt = (bytes: string, at: number): number =>
  bytes.charCodeAt(at) |
  (bytes.charCodeAt(at + 1) << 8) |
  (bytes.charCodeAt(at + 2) << 16) |
  (bytes.charCodeAt(at + 3) << 24);
