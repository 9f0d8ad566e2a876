import { describe, expect, it } from '@jest/globals';
import type { MaintenanceTimes } from '@portico/contracts/http/maintenance';
import fc from 'fast-check';
import { firstOccurrence, nextOccurrence, occurrencesFrom, type Span } from './occurrences.ts';

const MINUTE = 60_000;
const ZONES = { Berlin: 'Europe/Berlin', 'New York': 'America/New_York', 'Lord Howe': 'Australia/Lord_Howe' } as const;

const recurring = (cron: string, timeZone: string, minutes: number): MaintenanceTimes => ({
  kind: 'recurring',
  cron,
  timeZone,
  minutes,
});
/** Formats a span in UTC, such as `2026-03-29T01:00/02:00`. */
const spanText = ({ from, to }: Span): string =>
  `${new Date(from).toISOString().slice(0, 16)}/${new Date(to).toISOString().slice(11, 16)}`;
const listed = (when: MaintenanceTimes, at: string, count: number): string[] =>
  occurrencesFrom(when, firstOccurrence(when, Date.parse(at)), count).map(spanText);

describe('a recurring maintenance window around clock changes', () => {
  it.each<[string, keyof typeof ZONES, string, number, string, string[]]>([
    // Clock changes in Berlin: 29 March, 2:00 becomes 3:00; 25 October, 3:00 becomes 2:00.
    [
      'begins after the skipped hour if it was planned within it',
      'Berlin',
      '30 2 * * *',
      60,
      '2026-03-28T12:00Z',
      ['2026-03-29T01:00/02:00', '2026-03-30T00:30/01:30'],
    ],
    [
      'keeps its duration across the skipped hour',
      'Berlin',
      '30 1 * * *',
      60,
      '2026-03-28T12:00Z',
      ['2026-03-29T00:30/01:30', '2026-03-29T23:30/00:30'],
    ],
    [
      'occurs once if its time occurs twice',
      'Berlin',
      '30 2 * * *',
      60,
      '2026-10-24T12:00Z',
      ['2026-10-25T00:30/01:30', '2026-10-26T01:30/02:30'],
    ],
    [
      'keeps its duration across the repeated hour',
      'Berlin',
      '30 1 * * *',
      120,
      '2026-10-24T12:00Z',
      ['2026-10-24T23:30/01:30', '2026-10-26T00:30/02:30'],
    ],
    [
      'occurs in every elapsed hour if it is hourly',
      'Berlin',
      '0 * * * *',
      30,
      '2026-10-24T23:59Z',
      ['2026-10-25T00:00/00:30', '2026-10-25T01:00/01:30', '2026-10-25T02:00/02:30'],
    ],
    // Clock changes in New York: 8 March, 2:00 becomes 3:00; 1 November, 2:00 becomes 1:00.
    [
      'begins after the skipped hour if it was planned within it',
      'New York',
      '30 2 * * *',
      60,
      '2026-03-07T12:00Z',
      ['2026-03-08T07:00/08:00', '2026-03-09T06:30/07:30'],
    ],
    [
      'keeps its time of day after the skipped hour',
      'New York',
      '0 4 * * *',
      60,
      '2026-03-07T12:00Z',
      ['2026-03-08T08:00/09:00', '2026-03-09T08:00/09:00'],
    ],
    [
      'occurs once if its time occurs twice',
      'New York',
      '30 1 * * *',
      30,
      '2026-10-31T12:00Z',
      ['2026-11-01T05:30/06:00', '2026-11-02T06:30/07:00'],
    ],
    [
      'occurs in every elapsed hour if it is hourly',
      'New York',
      '0 * * * *',
      60,
      '2026-11-01T04:30Z',
      ['2026-11-01T05:00/06:00', '2026-11-01T06:00/07:00', '2026-11-01T07:00/08:00'],
    ],
    // Clock changes on Lord Howe Island: 4 October, 2:00 becomes 2:30; 5 April, 2:00 becomes 1:30.
    [
      'begins after the skipped half hour if it was planned within it',
      'Lord Howe',
      '15 2 * * *',
      60,
      '2026-10-03T12:00Z',
      ['2026-10-03T15:30/16:30', '2026-10-04T15:15/16:15'],
    ],
    [
      'keeps its duration across the skipped half hour',
      'Lord Howe',
      '45 1 * * *',
      60,
      '2026-10-03T12:00Z',
      ['2026-10-03T15:15/16:15', '2026-10-04T14:45/15:45'],
    ],
    [
      'occurs once if its time occurs twice',
      'Lord Howe',
      '45 1 * * *',
      30,
      '2026-04-04T12:00Z',
      ['2026-04-04T14:45/15:15', '2026-04-05T15:15/15:45'],
    ],
    [
      'keeps its duration across the repeated half hour',
      'Lord Howe',
      '0 1 * * *',
      120,
      '2026-04-04T12:00Z',
      ['2026-04-04T14:00/16:00', '2026-04-05T14:30/16:30'],
    ],
  ])('%s in %s', (_, zone, cron, minutes, at, spans) => {
    expect(listed(recurring(cron, ZONES[zone], minutes), at, spans.length)).toEqual(spans);
  });

  it('ignores start times while an occurrence is still running', () => {
    expect(listed(recurring('*/10 * * * *', 'UTC', 25), '2026-01-01T00:01Z', 3)).toEqual([
      '2026-01-01T00:10/00:35',
      '2026-01-01T00:40/01:05',
      '2026-01-01T01:10/01:35',
    ]);
  });

  it('has consecutive occurrences without a gap if their length equals the interval', () => {
    expect(listed(recurring('0 * * * *', 'UTC', 60), '2026-01-01T00:00Z', 2)).toEqual([
      '2026-01-01T00:00/01:00',
      '2026-01-01T01:00/02:00',
    ]);
  });

  const transitions = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01'];
  const cron = fc
    .tuple(
      fc.constantFrom('0', '15', '30', '45', '*/10', '5,35', '59'),
      fc.constantFrom('*', '0', '1', '2', '3', '1-3', '*/2', '23'),
      fc.constantFrom('*', '*', '0', '1-5'),
    )
    .map(([minute, hour, weekday]) => `${minute} ${hour} * * ${weekday}`);
  const minutes = fc.oneof(fc.integer({ min: 1, max: 180 }), fc.integer({ min: 1, max: 7 * 24 * 60 }));

  it('has occurrences of the configured length that do not overlap', () => {
    fc.assert(
      fc.property(
        cron,
        fc.constantFrom(...Object.values(ZONES)),
        minutes,
        fc.constantFrom(...transitions),
        fc.integer({ min: -2 * 24 * 60, max: 2 * 24 * 60 }),
        (expression, zone, length, day, offset) => {
          const when = recurring(expression, zone, length);
          const now = Date.parse(`${day}T00:00:00.000Z`) + offset * MINUTE;
          const spans = occurrencesFrom(when, firstOccurrence(when, now), 12);
          expect(spans).toHaveLength(12);
          expect(spans[0]?.from).toBeGreaterThanOrEqual(now);
          for (const [index, { from, to }] of spans.entries()) {
            expect(to - from).toBe(length * MINUTE);
            expect(from).toBeGreaterThanOrEqual(spans[index - 1]?.to ?? now);
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('a one-time maintenance window', () => {
  const [from, to] = ['2026-03-29T00:30:00.000Z', '2026-03-29T02:30:00.000Z'];
  const when: MaintenanceTimes = { kind: 'once', from, to };

  it.each([
    ['has one occurrence before it begins', '2026-03-28T00:00Z', ['2026-03-29T00:30/02:30']],
    ['has one occurrence while it is active', '2026-03-29T01:00Z', ['2026-03-29T00:30/02:30']],
    ['has no occurrence after its end', '2026-03-29T02:30Z', []],
  ])('%s', (_, at, spans) => {
    expect(listed(when, at, 3)).toEqual(spans);
  });

  it('has no second occurrence', () => {
    expect(nextOccurrence(when, { to: Date.parse(to) })).toBeNull();
  });
});
