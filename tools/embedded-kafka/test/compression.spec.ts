import { describe, expect, it } from '@jest/globals';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { Codec, decompress } from '../src/log/compression.ts';
import { lz4Decompress } from '../src/log/lz4.ts';
import { snappyDecompress } from '../src/log/snappy.ts';

const text = Array.from({ length: 40 }, (_, i) => `value ${i + 1} of many that repeat themselves; `).join('');

/** One text, compressed by snappy-java and lz4-java, the libraries of Apache Kafka. */
const samples: [string, number, string][] = [
  [
    "snappy in the Java clients' framing",
    Codec.SNAPPY,
    'glNOQVBQWQAAAAABAAAAAQAAAKiACKB2YWx1ZSAxIG9mIG1hbnkgdGhhdCByZXBlYXQgdGhlbXNlbHZlczsgdgUoADKaKAAAM5ooAAA0migAADWaKAAANpooAAA3migAADiaKAAAOZooAAQxMJ4pAJ6SAQAxnpMBADGelAEAMZ6VAQAxnpYBADGelwEAMZ6YAQAxnpkBADGemgEAMp6aAQAynpoBADKemgEAMp6aAQAynpoBADKemgEEMjYAAABv3wSgIG9mIG1hbnkgdGhhdCByZXBlYXQgdGhlbXNlbHZlczsgdmFsdWUgMjeeKQAAOJ4pAAA5mikABDMwnikAADGeKQAAMp4pAAAznikAADSeKQAANZ4pAAA2nikAADeeKQCemgEAM56aAQA0hpoB',
  ],
  [
    'raw snappy',
    Codec.SNAPPY,
    '3wygdmFsdWUgMSBvZiBtYW55IHRoYXQgcmVwZWF0IHRoZW1zZWx2ZXM7IHYFKAAymigAADOaKAAANJooAAA1migAADaaKAAAN5ooAAA4migAADmaKAAEMTCeKQCekgEAMZ6TAQAxnpQBADGelQEAMZ6WAQAxnpcBADGemAEAMZ6ZAQAxnpoBADKemgEAMp6aAQAynpoBADKemgEAMp6aAQAynpoBADKemgEAMp6aAQAynpoBADKemgEAM56aAQAznpoBADOemgEAM56aAQAznpoBADOemgEAM56aAQAznpoBADOemgEAM56aAQA0hpoB',
  ],
  [
    'lz4',
    Codec.LZ4,
    'BCJNGGBAgvUAAADyGXZhbHVlIDEgb2YgbWFueSB0aGF0IHJlcGVhdCB0aGVtc2VsdmVzOyAoAB8yKAAUHzMoABQfNCgAFB81KAAUHzYoABQfNygAFB84KAAUHzkoABQvMTApABUPkgEVHzGTARUfMZQBFR8xlQEVHzGWARUfMZcBFR8xmAEVHzGZARUfMZoBFR8ymgEVHzKaARUfMpoBFR8ymgEVHzKaARUfMpoBFR8ymgEVHzKaARUfMpoBFR8ymgEVHzOaARUfM5oBFR8zmgEVHzOaARUfM5oBFR8zmgEVHzOaARUfM5oBFR8zmgEVHzOaARUfNJoBClB2ZXM7IAAAAAA=',
  ],
  ['gzip', Codec.GZIP, gzipSync(text).toString('base64')],
  ['zstd', Codec.ZSTD, zstdCompressSync(text).toString('base64')],
];

describe('compressed records', () => {
  it.each(samples)('can be read from %s', (_, codec, base64) => {
    expect(decompress(codec, Buffer.from(base64, 'base64')).toString()).toBe(text);
  });

  it.each(samples)('are rejected if they are damaged: %s', (_, codec, base64) => {
    const bytes = Buffer.from(base64, 'base64');
    const property = fc.property(fc.nat(bytes.length - 1), fc.nat(255), fc.nat(bytes.length), (at, byte, length) => {
      const damaged = Buffer.from(bytes);
      damaged[at] = byte;
      try {
        expect(decompress(codec, damaged.subarray(0, length)).length).toBeLessThan(1_000_000);
      } catch (error) {
        // Not `toThrow`, because zlib's errors are from another realm.
        expect(error).toHaveProperty('message');
      }
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('are rejected before memory is allocated if their claimed size exceeds the limit', () => {
    expect(() => snappyDecompress(Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f, 0]), 1_000_000)).toThrow(RangeError);
    const zeros = Buffer.concat([Buffer.from([0, 1, 0, 0x1f, 0, 1, 0]), Buffer.alloc(5_000, 255), Buffer.alloc(1)]);
    const frame = Buffer.alloc(7 + 4);
    frame.writeUInt32LE(0x184d_2204);
    frame.writeUInt32LE(zeros.length, 7);
    expect(() => lz4Decompress(Buffer.concat([frame, zeros]), 1_000_000)).toThrow(RangeError);
  });
});
