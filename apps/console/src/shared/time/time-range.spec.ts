import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromInput, toInput } from './time-input.ts';
import { boundsOf, rangeText, readTimeRange } from './time-range.ts';

const NOW = Date.parse('2026-03-01T12:34:56.789Z');
const timestamps = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
  .map((date) => new Date(Math.floor(date.getTime() / 1000) * 1000).toISOString());

describe('readTimeRange', () => {
  it.each([
    [{ range: '1h', from: '2026-01-01T00:00:00Z' }, { range: '1h' }],
    [{ range: 'ever' }, {}],
    [{ range: '7d-1d' }, { range: '7d-1d' }],
    [{ range: '1d-7d' }, {}],
    [{ from: '2026-01-01T02:00:00+02:00' }, { from: '2026-01-01T00:00:00.000Z' }],
    [{ from: 'yesterday', to: '17' }, {}],
    [{ from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }, {}],
  ])('parses %j as %j', (address, expected) =>
    expect(JSON.parse(JSON.stringify(readTimeRange(address)))).toEqual(expected),
  );
});

describe('boundsOf', () => {
  it('starts a relative range at a whole minute, and returns no end', () =>
    expect(boundsOf({ range: '1h' }, NOW)).toEqual({ from: '2026-03-01T11:34:00.000Z' }));
  it('returns absolute times unchanged', () => {
    const range = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' };
    expect(boundsOf(range, NOW)).toEqual(range);
    expect(boundsOf({}, NOW)).toEqual({});
  });
});

describe('rangeText', () => {
  it.each([
    [{ range: '15m' as const }, /^Last 15 minutes$/],
    [{}, /^All time$/],
    [{ from: '2026-01-01T10:00:00.000Z' }, /^Since Jan 1/],
    [{ to: '2026-01-01T10:00:00.000Z' }, /^Until Jan 1/],
    [{ from: '2026-01-01T10:00:00.000Z', to: '2026-01-01T11:30:00.000Z' }, /^Jan 1, 10:00.AM – 11:30.AM$/],
    [{ from: '2026-01-01T10:00:00.000Z', to: '2026-01-02T11:30:00.000Z' }, /^Jan 1, 10:00.AM – Jan 2, 11:30.AM$/],
  ])('describes %j as %s', (range, text) => expect(rangeText(range, 'utc')).toMatch(text));
});

describe('a datetime field', () => {
  it.each(['utc', 'local'] as const)('preserves any second of a %s time', (zone) =>
    fc.assert(fc.property(timestamps, (moment) => expect(fromInput(toInput(moment, zone), zone)).toBe(moment))),
  );
  it('has an undefined value if it is empty', () => expect(fromInput('', 'utc')).toBeUndefined());
});
