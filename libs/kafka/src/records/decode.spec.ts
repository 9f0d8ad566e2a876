import { gzipSync, zstdCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { encodeBatch, type RawBatch, type RawRecord } from '@portico/testkit/raw-kafka';
import fc from 'fast-check';
import { COMPRESSIONS } from './compression.ts';
import { decodeBatch, decodeRecordSet } from './decode.ts';
import { lz4Compress, lz4Decompress } from './lz4.ts';
import type { KafkaMessage } from './message.ts';
import { quarantine } from './quarantine.ts';
import { snappyCompress } from './snappy.ts';

const PLACE = { topic: 'integration.events.v1', partition: 2 };
const OWN_PLACE = { topic: 'integration.events.rejected.v1', partition: 2 };
const KNOWN = [...COMPRESSIONS].map(([compression, { name, compress }]) => ({ compression, name, compress }));
const [ONE, TWO] = [{ value: Buffer.from('one') }, { value: Buffer.from('two') }];

const decode = async (batch: RawBatch, place = PLACE): Promise<KafkaMessage[]> =>
  decodeRecordSet(await encodeBatch(batch), place);
const valuesOf = (messages: readonly KafkaMessage[]) => messages.map(({ value }) => value?.toString());
/** Returns why the only message is unreadable. The message replaces a batch. */
const reasonOf = (messages: readonly KafkaMessage[]): string => {
  expect(messages).toHaveLength(1);
  return messages[0]?.unreadable ?? '';
};

beforeAll(() => Logger.overrideLogger(false));

describe('decodeRecordSet', () => {
  it.each(KNOWN)('reads a batch compressed with $name', async ({ compression, compress }) => {
    const messages = await decode({ records: [ONE, TWO], compression, compress });
    expect(valuesOf(messages)).toEqual(['one', 'two']);
    expect(messages.map(({ unreadable }) => unreadable)).toEqual([null, null]);
  });

  it('reads the snappy blocks of the Java clients', async () => {
    const compress = async (records: Buffer): Promise<Buffer> => {
      const blocks = await Promise.all(
        [records.subarray(0, 9), records.subarray(9)].map((part) => snappyCompress(part)),
      );
      const framed = blocks.flatMap((block) => {
        const length = Buffer.alloc(4);
        length.writeInt32BE(block.length);
        return [length, block];
      });
      return Buffer.concat([
        Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0, 0, 0, 0, 1, 0, 0, 0, 1]),
        ...framed,
      ]);
    };
    expect(valuesOf(await decode({ records: [ONE, TWO], compression: 2, compress }))).toEqual(['one', 'two']);
  });

  it.each([5, 6, 7])('rejects a batch of the unknown compression %d', async (compression) => {
    expect(reasonOf(await decode({ records: [ONE, TWO], compression }))).toContain(`no compression ${compression}`);
  });

  it.each(KNOWN)('replaces a truncated $name batch with one record at the last offset', async (known) => {
    const messages = await decode({ ...known, records: [ONE, TWO, ONE], cut: 9 });
    expect(reasonOf(messages)).toContain('the offsets 0 to 2');
    expect(messages[0]).toMatchObject({ offset: '2', key: null, headers: {} });
    expect(messages[0]?.value?.length).toBeGreaterThan(61);
  });

  it('returns the batches around an unreadable batch, and omits a truncated batch at the end', async () => {
    const good = await encodeBatch({ records: [ONE] });
    const bad = await encodeBatch({ records: [ONE], isSumWrong: true });
    const messages = await decodeRecordSet(Buffer.concat([good, bad, good, good.subarray(0, 40)]), PLACE);
    expect(messages.map(({ unreadable }) => unreadable === null)).toEqual([true, false, true]);
  });

  it.each<[string, RawBatch, string]>([
    ['more records than allowed', { records: [ONE], count: 10_001 }, '10001 records, at most 10000'],
    ['a count of two billion records', { records: [ONE], count: 2_000_000_000 }, 'at most 10000'],
    ['fewer records than it claims', { records: [ONE], count: 2 }, 'too early'],
    [
      'records although it claims to have none',
      { records: [ONE], count: 0, lastOffsetDelta: 0 },
      'claims to have no records',
    ],
    ['a negative number of records', { records: [ONE], count: -5 }, 'claims to have no records'],
    ['a wrong checksum', { records: [ONE], isSumWrong: true }, 'checksum'],
    [
      'offsets out of order',
      {
        records: [
          { ...ONE, offsetDelta: 1 },
          { ...ONE, offsetDelta: 0 },
        ],
      },
      'out of order',
    ],
    ['fewer headers than it claims', { records: [{ ...ONE, headerCount: 3 }] }, 'too early'],
    ['gzip that unpacks to 65 MiB', bomb(1, (bytes) => gzipSync(bytes)), 'gzip'],
    ['zstd that unpacks to 65 MiB', bomb(4, (bytes) => zstdCompressSync(bytes)), 'zstd'],
    ['lz4 that unpacks to 65 MiB', { ...bomb(3, (bytes) => bytes), compress: lz4Compress }, 'too many bytes'],
    ['snappy that claims 4 GiB', bomb(2, () => Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0])), 'too many bytes'],
  ])('returns a rejected record for a batch with %s', async (_, batch, reason) => {
    expect(reasonOf(await decode(batch))).toContain(reason);
  });

  it.each<[string, RawRecord, string]>([
    ['65 headers', { headers: Array.from({ length: 65 }, () => ['a', Buffer.from('b')] as const) }, '65 headers'],
    ['200,000 headers that it does not contain', { headerCount: 200_000 }, '200000 headers'],
    ['headers of 17 KiB', { headers: [['a', Buffer.alloc(17 * 1_024)]] }, 'at most 16384'],
    ['a key of 1,025 bytes', { key: Buffer.alloc(1_025) }, 'the key has 1025 bytes'],
  ])('rejects one record for %s and reads the others', async (_, record, reason) => {
    const messages = await decode({ records: [ONE, { ...TWO, ...record }, ONE] });
    expect(messages.map(({ unreadable }) => unreadable)).toEqual([null, expect.stringContaining(reason), null]);
    expect(messages[1]).toMatchObject({ key: null, headers: {}, value: Buffer.from('two'), offset: '1' });
  });

  it('limits neither keys nor headers in topics that only Portico writes', async () => {
    const headers = Array.from({ length: 65 }, () => ['a', Buffer.alloc(300)] as const);
    const [message] = await decode({ records: [{ ...ONE, key: Buffer.alloc(2_000), headers }] }, OWN_PLACE);
    expect(message?.unreadable).toBeNull();
    expect(message?.headers?.['a']).toHaveLength(65);
  });

  it('allows more headers in topics to which Portico forwards events', async () => {
    const headers = Array.from({ length: 64 }, (_, index) => [`h${index}`, Buffer.alloc(240)] as const);
    const all = [...headers, ...headers.slice(0, 6)];
    const [[published], [forwarded]] = [
      await decode({ records: [{ ...ONE, headers }] }),
      await decode({ records: [{ ...ONE, headers: all }] }, { topic: 'integration.doors.v1', partition: 0 }),
    ];
    expect([published?.unreadable, forwarded?.unreadable]).toEqual([null, null]);
  });

  it('skips headers whose name or value is null, and keeps headers with any other name', async () => {
    const headers = [
      ['x', null],
      [null, Buffer.from('1')],
      ['__proto__', Buffer.from('2')],
      ['', Buffer.from('3')],
    ] as const;
    const [message] = await decode({ records: [{ ...ONE, headers }] });
    expect(Object.entries(message?.headers ?? {})).toEqual([
      ['__proto__', Buffer.from('2')],
      ['', Buffer.from('3')],
    ]);
  });

  it('keeps every timestamp within the range that the product supports', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
        fc.integer(),
        fc.boolean(),
        async (first, delta, isStamped) => {
          const record = { ...ONE, timestampDelta: delta };
          const times = { firstTimestamp: first, maxTimestamp: first, attributes: isStamped ? 8 : 0 };
          const [message] = await decode({ records: [record], ...times });
          expect(() => new Date(Number(message?.timestamp)).toISOString()).not.toThrow();
        },
      ),
    );
  });

  it('returns one control record for a batch that compaction has emptied', async () => {
    const messages = await decode({ records: [], lastOffsetDelta: 7 });
    expect(messages).toMatchObject([{ offset: '7', isControlRecord: true }]);
  });

  it('does not decode a quarantined record', async () => {
    quarantine({ topic: 'integration.events.v1', partition: 9 }, 1, 'a process ended at it');
    const headers = [['a', Buffer.from('b')]] as const;
    const record = { ...ONE, key: Buffer.from('k'), headers };
    const messages = await decode({ records: [record, record] }, { ...PLACE, partition: 9 });
    expect(messages.map(({ unreadable }) => unreadable)).toEqual([null, 'a process ended at it']);
    expect(messages[1]).toMatchObject({ key: null, headers: {}, value: Buffer.from('one') });
  });

  it("returns a batch undecoded in an integration's own topic", async () => {
    const place = { topic: 'integration.door.v1.5', partition: 0 };
    const [message] = await decode({ records: [ONE, TWO] }, place);
    expect(message).toMatchObject({ offset: '1', value: null, recordBatch: { count: 2 } });
    if (!message?.recordBatch) throw new Error('there is no batch');
    expect(valuesOf(await decodeBatch(message.recordBatch, place))).toEqual(['one', 'two']);
  });

  it('returns at least one record for a damaged batch and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...KNOWN),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (known, place, change) => {
          const bytes = await encodeBatch({ ...known, records: [ONE, TWO] });
          const at = 16 + (place % (bytes.length - 16));
          bytes[at] = (bytes[at] ?? 0) ^ change;
          const messages = await decodeRecordSet(bytes, PLACE);
          expect(messages.length).toBeGreaterThan(0);
          if (at >= 17) expect(messages[0]?.unreadable).toContain('cannot be read');
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('lz4Decompress', () => {
  it('accepts data of exactly the size limit, and rejects one byte more', async () => {
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
});

/** Returns a small batch that decompresses to more than the size limit. */
function bomb(compression: number, pack: (bytes: Buffer) => Buffer): RawBatch {
  return {
    records: [{ value: Buffer.alloc(65 * 1_024 * 1_024) }],
    compression,
    compress: async (bytes) => pack(bytes),
  };
}
