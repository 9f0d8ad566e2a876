import { describe, expect, it } from '@jest/globals';
import { composed } from '@portico/contracts/common/fold';
import fc from 'fast-check';
import {
  detailsTerms,
  literalTerm,
  MAX_DEPTH,
  MAX_DETAILS_TERMS,
  MAX_PATH,
  MESSAGE,
  numberTerm,
  sortable,
  textTerm,
  WITHIN,
} from './detail-terms.ts';

/** A reference implementation with a set for every term. */
function inOneSet(details: object): string[] {
  const terms = new Set([MESSAGE]);
  let level = Object.entries(details).filter(([name]) => name !== MESSAGE);
  for (let depth = 1; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    const within: [string, unknown][] = [];
    for (const [name, value] of level as [string, unknown][]) {
      if (terms.size >= MAX_DETAILS_TERMS) return [...terms].slice(0, MAX_DETAILS_TERMS);
      const path = composed(name).toWellFormed();
      if (Buffer.byteLength(path) > MAX_PATH) continue;
      terms.add(path);
      if (typeof value === 'number') terms.add(numberTerm(path, value));
      else if (typeof value === 'string') terms.add(textTerm(path, value));
      else if (typeof value !== 'object' || value === null)
        terms.add(literalTerm(path, value === null ? null : value === true));
      else
        for (const [inner, entry] of Object.entries(value))
          within.push([Array.isArray(value) ? path : `${path}${WITHIN}${inner}`, entry]);
    }
    level = within;
  }
  return [...terms].slice(0, MAX_DETAILS_TERMS);
}

/** Generates a few names, so that paths often repeat. With some of the names, two different paths have the same term. */
const name = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'message',
    '__proto__',
    `a${WITHIN}b`,
    'a\u001f#',
    '\ud800',
    '\udfff',
    '😀',
    'é'.repeat(100),
    'é',
    'e\u0301',
    'x'.repeat(257),
  ),
  fc.string({ unit: 'binary' }),
);
const value = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 9 },
    fc.oneof(fc.integer({ min: 0, max: 2 }), fc.double(), fc.constantFrom('x', 'X', true, null), fc.string()),
    fc.array(tie('any'), { maxLength: 6 }),
    fc.dictionary(name, tie('any'), { maxKeys: 6 }),
  ),
})).any;

describe('the terms of details', () => {
  it('equal the terms of the reference implementation, in the same order', () => {
    fc.assert(
      fc.property(fc.dictionary(name, value, { maxKeys: 8 }), (some) => {
        const details = JSON.parse(JSON.stringify(some)) as object;
        expect(detailsTerms(details)).toEqual(inOneSet(details));
      }),
      { numRuns: 200 },
    );
  });

  it('are limited in number, even for a long list', () => {
    const details = { many: Array.from({ length: 100_000 }, (_, number) => number % 100), last: 1 };
    expect(detailsTerms(details)).toEqual(inOneSet(details));
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, number) => [`name ${number}`, number]));
    expect(detailsTerms(wide)).toEqual(inOneSet(wide));
  });

  it('encode numbers as hexadecimal digits that sort in numeric order', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
        expect(sortable(a)).toMatch(/^[0-9a-f]{16}$/);
        expect(sortable(a) < sortable(b)).toBe(a < b);
      }),
    );
    expect(sortable(-0)).toBe(sortable(0));
    expect(sortable(1)).toBe('bff0000000000000');
    expect(sortable(-1)).toBe('400fffffffffffff');
  });
});
