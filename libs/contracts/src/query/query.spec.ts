import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FIELDS } from './fields.ts';
import { flat, parseQuery } from './parse.ts';
import { printQuery } from './print.ts';
import { FIELD_NAMES, type Is, type Query } from './query.ts';

const text = fc
  .string({ unit: fc.constantFrom(...Array.from('aB1 .:-()"\\*<>=#,Äß😀')), minLength: 1, maxLength: 12 })
  .map((value) => value.trim())
  .filter((value) => value !== '');
const words = fc.constantFrom(
  'OR',
  'AND',
  'NOT',
  'a OR b',
  'bank refused',
  '-x',
  'a -b',
  'status:x',
  'x:y',
  '(',
  '"',
  'details.a:',
);

/** Any term about one field, as the parser would return it. */
const is: fc.Arbitrary<Is> = fc
  .tuple(
    fc.constantFrom(...FIELD_NAMES),
    fc.array(text, { minLength: 1, maxLength: 3 }),
    text,
    fc.constantFrom('=', '>', '>=', '<', '<='),
  )
  .chain(([field, path, value, operator]) => {
    const { kind, values, isOrdered } = FIELDS[field];
    const compared = isOrdered ? operator : '=';
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => JSON.stringify(n));
    const choice = fc.constantFrom(...(values ?? ['']));
    const duration = fc.tuple(fc.nat(), fc.constantFrom('ms', 's', 'm', 'h', 'd')).map(([n, unit]) => `${n}${unit}`);
    const moment = fc
      .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
      .map((date) => date.toISOString());
    const valid =
      kind === 'choice'
        ? choice
        : kind === 'duration'
          ? duration
          : kind === 'moment'
            ? moment
            : kind === 'json' && compared !== '='
              ? number
              : fc.constant(value);
    return valid.map((one) => ({ field, path: kind === 'json' ? path : [], operator: compared, value: one }));
  })
  .map((one) => {
    // The parser decides whether a value needs quotes.
    const parsed = parseQuery(printQuery({ kind: 'is', isQuoted: true, ...one }));
    return parsed.ok && parsed.query?.kind === 'is' ? parsed.query : null;
  })
  .filter((one) => one !== null);

const { query: anyQuery } = fc.letrec<{ query: Query }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.oneof(text, words).map((one): Query => ({ kind: 'text', text: one })),
    is,
    tie('query').map((of): Query => ({ kind: 'not', of })),
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('query'), { minLength: 2, maxLength: 4 }))
      .map(([kind, of]) => flat(kind, of)),
  ),
}));

describe('a query', () => {
  it('stays the same after printing and parsing', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const printed = printQuery(query);
        fc.pre(printed.length <= 2_000);
        expect(parseQuery(printed)).toEqual({ ok: true, query });
      }),
      { numRuns: 3_000 },
    );
  });

  it('is either parsed, or rejected with the position of the fault', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          fc.array(fc.oneof(text, words), { maxLength: 8 }).map((all) => all.join(' ')),
        ),
        (typed) => {
          const parsed = parseQuery(typed);
          if (parsed.ok) return expect(parseQuery(printQuery(parsed.query))).toEqual(parsed);
          const { message, from, to } = parsed.fault;
          expect(message).toMatch(/^[A-Za-z].{5,}[^.]$/);
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeGreaterThanOrEqual(from);
          expect(to).toBeLessThanOrEqual(typed.length);
        },
      ),
      { numRuns: 3_000 },
    );
  });
});
