import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MalformedRequest, Reader } from '../src/protocol/reader.ts';
import { between, since, struct } from '../src/protocol/struct.ts';
import type { Type } from '../src/protocol/types.ts';
import * as types from '../src/protocol/types.ts';
import { Writer } from '../src/protocol/writer.ts';

function roundTrip<R, W>(type: Type<R, W>, value: W, version = 0, flexible = false): { read: R; left: number } {
  const writer = new Writer(version, flexible);
  type.write(writer, value);
  const length = writer.byteLength;
  const bytes = Buffer.concat(writer.chunks());
  expect(bytes.length).toBe(length);
  const reader = new Reader(bytes, version, flexible);
  return { read: type.read(reader), left: reader.remaining };
}

const cases: [string, Type<unknown, never>, fc.Arbitrary<unknown>][] = [
  ['bool', types.bool, fc.boolean()],
  ['int8', types.int8, fc.integer({ min: -128, max: 127 })],
  ['int16', types.int16, fc.integer({ min: -32_768, max: 32_767 })],
  ['int32', types.int32, fc.integer()],
  ['int64', types.int64, fc.maxSafeInteger()],
  ['uuid', types.uuid, fc.uint8Array({ minLength: 16, maxLength: 16 }).map((b) => Buffer.from(b).toString('hex'))],
  ['string', types.string, fc.string({ unit: 'binary', maxLength: 400 })],
  ['nullable string', types.nullableString, fc.option(fc.string({ unit: 'binary' }))],
  ['bytes', types.bytes, fc.uint8Array({ maxLength: 3_000 }).map((b) => Buffer.from(b))],
  ['nullable bytes', types.nullableBytes, fc.option(fc.uint8Array().map((b) => Buffer.from(b)))],
  ['array', types.array(types.string), fc.array(fc.string({ unit: 'binary' }))],
  ['nullable array', types.nullableArray(types.int32), fc.option(fc.array(fc.integer()))],
];

describe('the codec', () => {
  it.each(cases)('round-trips %s in both encodings', (_, type, values) => {
    const property = fc.property(values, fc.boolean(), (value, flexible) => {
      expect(roundTrip(type, value as never, 0, flexible)).toEqual({ read: value, left: 0 });
    });
    fc.assert(property);
  });

  it('omits fields that a version does not have and reads their defaults', () => {
    const type = struct({ a: types.int32, b: since(2, types.string, 'none'), c: between(1, 2, types.int16, -1) });
    const property = fc.property(fc.nat(4), fc.boolean(), fc.integer(), fc.string(), (version, flexible, a, b) => {
      const expected = { a, b: version >= 2 ? b : 'none', c: version === 1 || version === 2 ? 5 : -1 };
      expect(roundTrip(type, { a, b, c: 5 }, version, flexible)).toEqual({ read: expected, left: 0 });
    });
    fc.assert(property);
  });

  it('skips unknown tagged fields', () => {
    const writer = new Writer();
    writer.int8(9);
    for (const byte of [2, 0, 3, 1, 2, 3, 7, 0]) writer.int8(byte);
    const reader = new Reader(Buffer.concat(writer.chunks()), 0, true);
    expect(struct({ a: types.int8 }).read(reader)).toEqual({ a: 9 });
    expect(reader.remaining).toBe(0);
  });

  it('concatenates record slices without copying them', () => {
    const slices = [Buffer.alloc(2_000, 1), Buffer.alloc(3_000, 2)];
    const writer = new Writer(0, true);
    types.records.write(writer, slices);
    const chunks = writer.chunks();
    expect(chunks).toContain(slices[0]);
    expect(types.records.read(new Reader(Buffer.concat(chunks), 0, true))).toEqual(Buffer.concat(slices));
  });

  it('rejects a length beyond the frame before it allocates memory', () => {
    const huge = Buffer.from([0x7f, 0xff, 0xff, 0xff, 1, 2, 3]);
    expect(() => types.array(types.int8).read(new Reader(huge))).toThrow(MalformedRequest);
    expect(() => types.bytes.read(new Reader(huge))).toThrow(MalformedRequest);
    expect(() => types.string.read(new Reader(Buffer.from([0xff, 0xff])))).toThrow(MalformedRequest);
    expect(() => types.string.read(new Reader(Buffer.alloc(9, 0xff), 0, true))).toThrow(MalformedRequest);
  });

  it('throws only MalformedRequest for any bytes', () => {
    const type = types.array(
      struct({ a: types.string, b: types.nullableArray(types.bytes), c: since(1, types.uuid, '') }),
    );
    const property = fc.property(
      fc.uint8Array({ maxLength: 60 }),
      fc.nat(2),
      fc.boolean(),
      (bytes, version, flexible) => {
        try {
          type.read(new Reader(Buffer.from(bytes), version, flexible));
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedRequest);
        }
      },
    );
    fc.assert(property, { numRuns: 2_000 });
  });
});
