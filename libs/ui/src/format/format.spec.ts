import { describe, expect, it } from '@jest/globals';
import { formatDuration, formatTime } from './format.ts';

describe('formatTime', () => {
  it('formats a timestamp in UTC, to the millisecond on request', () => {
    const moment = '2026-03-01T23:59:58.123Z';
    expect(formatTime(moment, 'utc')).toBe(
      new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' }).format(
        new Date(moment),
      ),
    );
    expect(formatTime(moment, 'utc', 'precise')).toMatch(/59:58\.123.*UTC/);
    expect(formatTime(Date.parse(moment), 'utc', 'precise')).toBe(formatTime(moment, 'utc', 'precise'));
  });
});

describe('formatDuration', () => {
  it.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [1_500, '1.5 s'],
    [42_000, '42 s'],
    [60_000, '1 min'],
    [90_000, '1 min 30 s'],
    [3_600_000, '1 h'],
    [7_500_000, '2 h 5 min'],
    [183_600_000, '2 d 3 h'],
  ])('%d ms reads %s', (span, text) => expect(formatDuration(span)).toBe(text));
});
