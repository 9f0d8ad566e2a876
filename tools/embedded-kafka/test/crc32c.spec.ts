import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { combineCrc32c, crc32c } from '../src/log/crc32c.ts';

/** CRC32C computed bit by bit, as in its definition. */
function slowCrc32c(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f6_3b78 : crc >>> 1;
  }
  return ~crc >>> 0;
}

describe('CRC32C', () => {
  it.each([
    ['123456789', Buffer.from('123456789'), 0xe306_9283],
    ['nothing', Buffer.alloc(0), 0],
    ['32 zeros (RFC 3720)', Buffer.alloc(32), 0x8a91_36aa],
    ['32 ones (RFC 3720)', Buffer.alloc(32, 0xff), 0x62a8_ab43],
    ['0 to 31 (RFC 3720)', Buffer.from(Array.from({ length: 32 }, (_, i) => i)), 0x46dd_794e],
  ])('has the published value for the input: %s', (_, bytes, expected) => {
    expect(crc32c(bytes)).toBe(expected);
  });

  it('matches the definition for any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => crc32c(bytes) === slowCrc32c(bytes)));
  });

  it('has the same value if it is computed from a seed or combined from two parts', () => {
    const property = fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(200), (bytes, cut) => {
      const at = Math.min(cut, bytes.length);
      const whole = crc32c(bytes);
      const [head, tail] = [crc32c(bytes, 0, at), crc32c(bytes, at)];
      return crc32c(bytes, at, bytes.length, head) === whole && combineCrc32c(head, tail, bytes.length - at) === whole;
    });
    fc.assert(property);
  });
});
