import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mass, reaches } from './mass.ts';
import { HOUR, WEEK_HOURS, weekIn } from './week.ts';

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'];
const rhythms = fc.record({
  profile: fc.array(fc.double({ min: 0, max: 500, noNaN: true }), { minLength: WEEK_HOURS, maxLength: WEEK_HOURS }),
  slotOf: fc.constantFrom(...ZONES).map(weekIn),
});
const moments = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-01-01') });
const lengths = fc.integer({ min: 0, max: 21 * 24 * HOUR });

describe('the hour of the week', () => {
  it.each([
    ['UTC', '2026-11-23T00:00:00Z', 0],
    ['UTC', '2026-11-29T23:59:00Z', 167],
    ['Europe/Berlin', '2026-11-22T23:00:00Z', 0],
    ['America/New_York', '2026-11-23T04:00:00Z', 167],
    ['Asia/Kolkata', '2026-11-23T00:00:00Z', 5],
  ])('follows the local time of %s', (zone, at, slot) => {
    expect(weekIn(zone)(Math.floor(Date.parse(at) / HOUR))).toBe(slot);
  });

  it('skips one value when clocks go forward, and repeats one value when clocks go back', () => {
    const from = (at: string) =>
      Array.from({ length: 4 }, (_, hour) => weekIn('Europe/Berlin')(hour + Date.parse(at) / HOUR) % 24);
    expect(from('2026-03-29T00:00:00Z')).toEqual([1, 3, 4, 5]);
    expect(from('2026-10-24T23:00:00Z')).toEqual([1, 2, 2, 3]);
  });
});

describe('the expected events', () => {
  it('add up over adjacent spans', () => {
    fc.assert(
      fc.property(rhythms, moments, lengths, lengths, (rhythm, from, first, second) => {
        const whole = mass(rhythm, from, from + first + second);
        const parts = mass(rhythm, from, from + first) + mass(rhythm, from + first, from + first + second);
        expect(parts).toBeCloseTo(whole, 4);
      }),
    );
  });

  it('reach a number at the predicted time, and a larger number no earlier', () => {
    fc.assert(
      fc.property(rhythms, moments, fc.double({ min: 0.1, max: 5_000, noNaN: true }), (rhythm, from, events) => {
        const at = reaches(rhythm, from, events);
        if (at === null) return;
        expect(at).toBeGreaterThanOrEqual(from);
        // The predicted time is precise to a millisecond.
        expect(mass(rhythm, from, at)).toBeGreaterThanOrEqual(events - 0.001);
        expect(mass(rhythm, from, at - 2)).toBeLessThanOrEqual(events + 0.001);
        expect(reaches(rhythm, from, events * 1.5) ?? Infinity).toBeGreaterThanOrEqual(at);
        expect(reaches(rhythm, from + HOUR, events) ?? Infinity).toBeGreaterThanOrEqual(at);
      }),
    );
  });

  it('are never reached with an empty profile', () => {
    expect(reaches({ profile: [], slotOf: weekIn('UTC') }, JULY, 1)).toBeNull();
  });

  it('are zero at night and at weekends', () => {
    const profile = Array.from({ length: WEEK_HOURS }, (_, slot) =>
      slot < 120 && slot % 24 >= 9 && slot % 24 < 17 ? 1 : 0,
    );
    const rhythm = { profile, slotOf: weekIn('Europe/Berlin') };
    const friday = Date.parse('2026-03-27T15:00:00Z');
    // From Friday 16:00 in winter time to Monday 10:00 in summer time.
    expect(mass(rhythm, friday, Date.parse('2026-03-30T08:00:00Z'))).toBe(2);
    expect(reaches(rhythm, friday, 2)).toBe(Date.parse('2026-03-30T08:00:00Z'));
  });
});

const JULY = Date.parse('2026-07-01');
