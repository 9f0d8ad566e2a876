import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cronFault } from '../../policy/cron.ts';
import { watch, type Watched } from './watch.ts';
import { HOUR, WEEK_HOURS } from './week.ts';

const NOON = Date.parse('2026-11-25T12:00:00Z');
const HOURLY = { kind: 'regular', profile: Array.from({ length: WEEK_HOURS }, () => 1), threshold: 6 } as const;
const USUAL: Watched = {
  isActive: true,
  expectation: { kind: 'learned' },
  pausedUntil: null,
  learned: HOURLY,
  zone: 'UTC',
  countedFrom: NOON,
};
const after = (hours: number, changes: Partial<Watched> = {}) => watch({ ...USUAL, ...changes }, NOON + hours * HOUR);
const nightly = (zone: string, graceMinutes = 60) => ({ kind: 'cron', cron: '0 3 * * *', zone, graceMinutes }) as const;

describe('a watched integration', () => {
  it('is regular below half of the threshold, quiet from half of the threshold, and silent from the threshold', () => {
    const moments = { quietAt: NOON + 3 * HOUR, dueAt: NOON + 6 * HOUR };
    expect(after(2.9)).toEqual({ state: 'regular', ...moments, nextAt: moments.quietAt });
    expect(after(3)).toEqual({ state: 'quiet', ...moments, nextAt: moments.dueAt });
    expect(after(5.9).state).toBe('quiet');
    expect(after(6)).toEqual({ state: 'silent', ...moments, nextAt: null });
  });

  it.each<[string, Partial<Watched>, string]>([
    ['it is inactive', { isActive: false }, 'off'],
    ['no events are expected', { expectation: { kind: 'off' } }, 'off'],
    ['it is paused', { pausedUntil: NOON + 101 * HOUR }, 'paused'],
    ['it has no learned profile', { learned: null }, 'learning'],
    ['its profile is still being learned', { learned: { ...HOURLY, kind: 'learning' } }, 'learning'],
    ['its profile is irregular', { learned: { ...HOURLY, kind: 'irregular' } }, 'irregular'],
    ['it has never sent an event', { countedFrom: null }, 'learning'],
  ])('is never silent if %s', (_, changes, state) => {
    expect(after(100, changes).state).toBe(state);
  });

  it('has a gap that starts at the end of a pause', () => {
    const pausedUntil = NOON + 50 * HOUR;
    expect(after(49, { pausedUntil })).toMatchObject({ state: 'paused', nextAt: pausedUntil });
    expect(after(50, { pausedUntil })).toMatchObject({ state: 'regular', dueAt: pausedUntil + 6 * HOUR });
  });

  it('is silent after the configured time even without a learned profile', () => {
    const changes = { expectation: { kind: 'every', minutes: 90 }, learned: null } as const;
    expect(after(1.49, changes).state).toBe('regular');
    expect(after(1.5, changes).state).toBe('silent');
  });

  it('is quiet at the scheduled local time and silent after the grace period', () => {
    expect(after(13.9, { expectation: nightly('Europe/Berlin') }).state).toBe('regular');
    expect(after(14, { expectation: nightly('Europe/Berlin') }).state).toBe('quiet');
    expect(after(15, { expectation: nightly('Europe/Berlin') }).state).toBe('silent');
    expect(after(15, { expectation: nightly('UTC') }).state).toBe('quiet');
  });

  it.each([
    ['60 * * * *', 'UTC'],
    ['0 3 * *', 'UTC'],
    ['0 3 30 2 *', 'UTC'],
    ['0 0 3 * * *', 'UTC'],
    ['soon', 'UTC'],
  ])('cannot have the invalid schedule %s', (cron, zone) => {
    expect(cronFault(cron, zone)).toEqual(expect.any(String));
    expect(cronFault('0 3 * * 1-5', zone)).toBeNull();
  });

  it('becomes silent no earlier if its last event arrived later', () => {
    const profile = fc.array(fc.double({ min: 0, max: 50, noNaN: true }), {
      minLength: WEEK_HOURS,
      maxLength: WEEK_HOURS,
    });
    const lengths = fc.integer({ min: 0, max: 300 });
    fc.assert(
      fc.property(profile, lengths, lengths, (rates, earlier, later) => {
        const due = (hours: number) =>
          after(0, { learned: { ...HOURLY, profile: rates }, countedFrom: NOON - 900 * HOUR + hours * HOUR }).dueAt ??
          Infinity;
        expect(due(earlier + later)).toBeGreaterThanOrEqual(due(earlier));
      }),
      { numRuns: 50 },
    );
  });
});
