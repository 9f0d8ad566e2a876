import { zstdCompressSync } from 'node:zlib';
import { crc32c } from '@node-rs/crc32';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { CompressionCodecs } from '../client.ts';
import { registerCodecs } from './codecs.ts';
import { COMPRESSIONS } from './compression.ts';
import { lz4Compress, lz4Decompress } from './lz4.ts';
import { batchAround, checkRecords } from './record-batch.ts';
import { snappyCompress } from './snappy.ts';
import { recordsInPlaceOf, unreadableReason } from './unreadable.ts';

type Codec = { decompress: (records: Buffer) => Promise<Buffer> };

/** Two records, `one` and `two`, as every producer writes them. */
const RECORDS = Buffer.concat([
  Buffer.from([18, 0, 0, 0, 1, 6]),
  Buffer.from('one\0'),
  Buffer.from([18, 0, 0, 2, 1, 6]),
  Buffer.from('two\0'),
]);

/** A record batch within the answer that it came in. */
function batch(compression: number, records: Buffer, count = 2): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(100, 7), Buffer.alloc(61), records]);
  const start = bytes.subarray(100);
  start.writeBigInt64BE(40n, 0);
  start.writeInt32BE(start.length - 12, 8);
  start.writeInt8(2, 16);
  start.writeInt16BE(compression, 21);
  start.writeInt32BE(count - 1, 23);
  start.writeInt32BE(count, 57);
  start.writeUInt32BE(crc32c(start.subarray(21)), 17);
  return bytes.subarray(161);
}

const codec = (compression: number): Codec =>
  (CompressionCodecs as Record<number, () => Codec>)[compression]?.() as Codec;

/** What kafkajs would make of them. */
async function decode(compression: number, records: Buffer): Promise<{ values: string[]; reason: string | null }> {
  const decoded = await codec(compression).decompress(records);
  const around = batchAround(records);
  if (!around) throw new Error('there is no batch around the records');
  checkRecords(decoded, around);
  return { values: valuesOf(decoded, around.count), reason: unreadableReason({ value: decoded }) };
}

function valuesOf(records: Buffer, count: number): string[] {
  const values: string[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = records[at++] ?? 0;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    }
  };
  for (let index = 0; index < count; index += 1) {
    varint();
    at += 2;
    varint();
    const keyLength = varint();
    at += Math.max(0, keyLength);
    const length = varint();
    values.push(records.toString('utf8', at, at + length));
    at += length + 1;
  }
  return values;
}

const KNOWN = [...COMPRESSIONS].map(([number, { name, compress }]) => ({ number, name, compress }));

describe("the consumers' codecs", () => {
  beforeAll(() => {
    Logger.overrideLogger(false);
    registerCodecs();
  });

  it.each(KNOWN)('read a batch compressed with $name', async ({ number, compress }) => {
    const read = await decode(number, batch(number, await compress(RECORDS)));
    expect(read).toEqual({ values: ['one', 'two'], reason: null });
  });

  it('read the snappy blocks of the Java clients', async () => {
    const parts = [RECORDS.subarray(0, 9), RECORDS.subarray(9)];
    const blocks = await Promise.all(parts.map((part) => snappyCompress(part)));
    const framed = blocks.flatMap((block) => {
      const length = Buffer.alloc(4);
      length.writeInt32BE(block.length);
      return [length, block];
    });
    const header = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect(await decode(2, batch(2, Buffer.concat([header, ...framed])))).toEqual({
      values: ['one', 'two'],
      reason: null,
    });
  });

  it.each([5, 6, 7])('replace records of the unknown compression %d with unreadable ones', async (number) => {
    const { reason, values } = await decode(number, batch(number, RECORDS));
    expect(reason).toContain(`there is no compression ${number}`);
    expect(reason).toContain('offsets 40 to 41');
    expect(values[1]).toBe('');
  });

  it.each(KNOWN)('replace records of a truncated $name batch with unreadable ones', async ({ number, compress }) => {
    const whole = await compress(RECORDS);
    const cut = whole.subarray(0, whole.length / 2);
    const { reason } = await decode(number, batch(number, cut));
    expect(reason).toContain('cannot be read');
  });

  it.each(KNOWN)(
    'replace records with unreadable ones when a $name batch holds fewer than it claims',
    async ({ number, compress }) => {
      expect((await decode(number, batch(number, await compress(RECORDS), 3))).reason).toContain('too early');
    },
  );

  it('do not decompress a batch that claims more records than allowed', async () => {
    const bomb = Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0]);
    expect((await decode(2, batch(2, bomb))).reason).toContain('too many bytes');
    const zeros = zstdCompressSync(Buffer.alloc(80 * 1024 * 1024));
    expect((await decode(4, batch(4, zeros))).reason).not.toBeNull();
    const frame = await lz4Compress(Buffer.alloc(80 * 1024 * 1024));
    expect((await decode(3, batch(3, frame))).reason).toContain('too many bytes');
  });

  it('decompress lz4 up to the size limit, and not one byte more', async () => {
    const repetitive = fc.array(fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.nat(3_000)), {
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(repetitive, async (parts) => {
        const bytes = Buffer.concat(parts.map(([pattern, length]) => Buffer.alloc(length, pattern)));
        const frame = await lz4Compress(bytes);
        expect(bytes.equals(await lz4Decompress(frame, bytes.length))).toBe(true);
        await expect(lz4Decompress(frame, bytes.length - 1)).rejects.toThrow('too many bytes');
      }),
    );
  });

  it('survive any damage to a batch, with either its records or unreadable ones', async () => {
    const compressed = await Promise.all(KNOWN.map(({ compress }) => compress(RECORDS)));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...KNOWN.keys()),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        fc.boolean(),
        async (kind, place, change, hasChecksum) => {
          const records = Buffer.from(compressed[kind] ?? RECORDS);
          const damaged = batch(kind, records);
          const at = place % damaged.length;
          damaged[at] = (damaged[at] ?? 0) ^ change;
          const read = await decode(kind, hasChecksum ? damaged : batch(kind, Buffer.from(damaged)));
          if (hasChecksum) expect(read.reason).toContain('checksum');
          expect(read.values).toHaveLength(2);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('keep the offsets of a batch replaced with unreadable records', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.uint8Array({ maxLength: 300 }), (count, bytes) => {
        const around = batchAround(batch(3, Buffer.from(bytes), count));
        if (!around) throw new Error('there is no batch around the records');
        const records = recordsInPlaceOf(around, 'a test');
        expect(() => checkRecords(records, around)).not.toThrow();
        expect(unreadableReason({ value: records.subarray(3, 3) })).toContain(`offsets 40 to ${39 + count}`);
      }),
    );
  });
});
