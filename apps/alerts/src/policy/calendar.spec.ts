import { describe, expect, it } from '@jest/globals';
import { digestAt, quietUntil } from './calendar.ts';

const NIGHT = { zone: 'Europe/Berlin', from: '22:00', to: '07:00' };
const until = (at: string, quiet = NIGHT): string | null => {
  const end = quietUntil(quiet, Date.parse(at));
  return end === null ? null : new Date(end).toISOString();
};

describe('quiet hours', () => {
  it.each([
    ['begin exactly at their start time', '2026-11-25T21:00:00Z', '2026-11-26T06:00:00.000Z'],
    ['have not begun one second earlier', '2026-11-25T20:59:59Z', null],
    ['continue past midnight', '2026-11-26T02:30:30Z', '2026-11-26T06:00:00.000Z'],
    ['end exactly at their end time', '2026-11-26T06:00:00Z', null],
    ['end an hour earlier on the night when clocks go forward', '2026-03-28T22:00:00Z', '2026-03-29T05:00:00.000Z'],
    ['end an hour later on the night when clocks go back', '2026-10-24T21:00:00Z', '2026-10-25T06:00:00.000Z'],
  ])('%s', (_, at, end) => {
    expect(until(at)).toBe(end);
  });

  it('can start and end on the same day, in a zone with a half-hour offset', () => {
    const lunch = { zone: 'Asia/Kolkata', from: '12:00', to: '13:00' };
    expect(until('2026-11-25T06:30:00Z', lunch)).toBe('2026-11-25T07:30:00.000Z');
    expect(until('2026-11-25T07:30:00Z', lunch)).toBeNull();
  });
});

describe('a digest', () => {
  const due = (digest: 'none' | 'daily' | 'weekly', at: string, zone = 'Europe/Berlin'): string | null => {
    const moment = digestAt(digest, zone, Date.parse(at));
    return moment === null ? null : new Date(moment).toISOString();
  };
  it.each([
    ['none', '2026-11-25T06:59:00Z', null],
    ['daily', '2026-11-25T06:59:00Z', '2026-11-25T07:00:00.000Z'],
    ['daily', '2026-11-25T07:00:00Z', '2026-11-26T07:00:00.000Z'],
    ['daily', '2026-10-24T12:00:00Z', '2026-10-25T07:00:00.000Z'],
    ['weekly', '2026-11-25T06:59:00Z', '2026-11-30T07:00:00.000Z'],
    ['weekly', '2026-11-30T07:00:00Z', '2026-12-07T07:00:00.000Z'],
  ] as const)('follows the schedule %s: an event of %s is sent at %s', (digest, at, expected) => {
    expect(due(digest, at)).toBe(expected);
  });
});
