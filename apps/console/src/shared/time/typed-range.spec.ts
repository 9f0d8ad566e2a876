import { describe, expect, it } from '@jest/globals';
import { relativeBounds, relativeText } from './relative-range.ts';
import { typedRange } from './typed-range.ts';

const NOW = Date.parse('2026-03-01T12:34:56.789Z');

describe('typedRange', () => {
  it.each([
    ['-2h', '2h'],
    ['2 hours', '2h'],
    ['last 30 minutes', '30m'],
    ['past week', '1w'],
    ['now-2h', '2h'],
    ['now-2h to now', '2h'],
    ['now-7d to now-1d', '7d-1d'],
    [' 7 days ago to 1 day ago ', '7d-1d'],
    ['Yesterday', 'yesterday'],
    ['today', 'today'],
    ['now-1d to now-7d', undefined],
    ['0h', undefined],
    ['2 parsecs', undefined],
    ['1h to 2m to 3m', undefined],
    ['', undefined],
  ])('parses %j as %j', (typed, range) => expect(typedRange(typed)).toBe(range));
});

describe('relative ranges', () => {
  it.each([
    ['2h', { from: '2026-03-01T10:34:00.000Z' }],
    ['7d-1d', { from: '2026-02-22T12:34:00.000Z', to: '2026-02-28T12:34:00.000Z' }],
    ['today', { from: '2026-03-01T00:00:00.000Z' }],
    ['yesterday', { from: '2026-02-28T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z' }],
  ])('convert %s to the times %j', (range, bounds) => expect(relativeBounds(range, NOW, 'utc')).toEqual(bounds));

  it.each([
    ['1h', 'Last hour'],
    ['45m', 'Last 45 minutes'],
    ['7d-1d', '7 days ago – 1 day ago'],
    ['yesterday', 'Yesterday'],
  ])('describe %s as "%s"', (range, text) => expect(relativeText(range)).toBe(text));
});
