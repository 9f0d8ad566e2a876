import { describe, expect, it } from '@jest/globals';
import type { JsonSchema } from '@portico/contracts/http/event-schemas';
import fc from 'fast-check';
import { misfitsOf } from './misfits.ts';

const pointers = (schema: JsonSchema, details: unknown): string[] =>
  misfitsOf(schema, details).map(({ pointer }) => pointer);

const PAYRUN = {
  $defs: { money: { type: 'number', minimum: 0 } },
  type: 'object',
  properties: {
    total: { $ref: '#/$defs/money' },
    'a/b c': { type: 'string', pattern: '^INV-\\d+$' },
    slips: { type: 'array', items: { type: 'object', required: ['to'], properties: { to: { type: 'string' } } } },
  },
  required: ['message', 'total'],
  additionalProperties: { type: ['string', 'number'] },
};
const DETAILS = { message: 'x', total: 5, slips: [{ to: 'Ada' }], 'a/b c': 'INV-7' };

describe('the misfits of details', () => {
  it('are empty for matching details', () => {
    expect(misfitsOf(PAYRUN, DETAILS)).toEqual([]);
    expect(misfitsOf({}, DETAILS)).toEqual([]);
  });

  it('are reported once each, with a pointer to the wrong value', () => {
    expect(misfitsOf(PAYRUN, { total: -1 })).toEqual([
      { pointer: '', message: expect.stringContaining('"message"') },
      { pointer: '/total', message: expect.stringContaining('-1 is less than 0') },
    ]);
    expect(pointers(PAYRUN, { ...DETAILS, slips: [{ to: 'Ada' }, { to: 7 }, {}] })).toEqual([
      '/slips/1/to',
      '/slips/2',
    ]);
    expect(pointers(PAYRUN, { ...DETAILS, 'a/b c': '7' })).toEqual(['/a~1b c']);
    expect(pointers(PAYRUN, { ...DETAILS, more: true })).toEqual(['/more']);
  });

  it('name members that are not allowed', () => {
    const closed = { properties: { message: true }, additionalProperties: false };
    expect(misfitsOf(closed, { message: 'x', more: 1 })).toEqual([
      { pointer: '', message: expect.stringContaining('"more"') },
    ]);
  });

  it('depend on the JSON Schema version that the schema names', () => {
    const items = { items: [{ type: 'string' }], additionalItems: { type: 'number' } };
    const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#', properties: { list: items } };
    expect(pointers(draft07, { list: [1, 'x'] })).toEqual(['/list/0', '/list/1']);
    const draft2020 = { properties: { list: { prefixItems: [{ type: 'string' }], items: { type: 'number' } } } };
    expect(pointers(draft2020, { list: [1, 'x'] })).toEqual(['/list/0', '/list/1']);
  });

  it('are limited to ten', () => {
    const list = { properties: { list: { items: { type: 'string' } } } };
    expect(pointers(list, { list: Array.from({ length: 1_000 }, () => 1) })).toHaveLength(10);
  });

  it.each([{ $ref: '#' }, { allOf: [{ $ref: '#' }] }, { $ref: '#/$defs/none' }])(
    'throw for the unusable schema %j',
    (schema) => {
      expect(() => misfitsOf(schema, {})).toThrow();
    },
  );

  it('have pointers relative to the details', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (members) => {
        const details: unknown = JSON.parse(JSON.stringify(members));
        const found = misfitsOf({ additionalProperties: { type: 'null' } }, details);
        const nonNull = Object.entries(details as object).filter(([, value]) => value !== null);
        const expected = nonNull.map(([name]) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
        expect(found.map(({ pointer }) => pointer)).toEqual(expected.slice(0, 10));
      }),
    );
  });
});
