import { describe, expect, it } from '@jest/globals';
import { counted, formatDuration, formatRelative, formatTime } from './format.ts';

describe('formatTime', () => {
  it('formats a timestamp in UTC, with milliseconds for the shape `precise`', () => {
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

describe('counted', () => {
  it.each([
    [0, '0 events'],
    [1, '1 event'],
    [1_200, `${(1_200).toLocaleString()} events`],
  ])('formats %d events', (count, text) => expect(counted(count, 'event')).toBe(text));
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
  ])('formats %d ms as %s', (span, text) => expect(formatDuration(span)).toBe(text));
});

describe('formatRelative', () => {
  const NOW = Date.parse('2026-03-01T12:00:00.000Z');
  it.each([
    ['2026-03-01T11:59:59.800Z', 'now'],
    ['2026-03-01T11:59:20.000Z', '40 seconds ago'],
    ['2026-03-01T10:01:00.000Z', '1 hour ago'],
    ['2026-02-28T11:00:00.000Z', 'yesterday'],
    ['2026-03-01T12:05:00.000Z', 'in 5 minutes'],
  ])('formats %s as %s', (moment, text) => expect(formatRelative(moment, NOW)).toBe(text));
});
