import { describe, expect, it } from '@jest/globals';
import { summaryOf } from '../../../test/silence/traffic.ts';
import { learn, smoothed } from './learn.ts';
import { mass } from './mass.ts';
import { HOUR, WEEK_HOURS, weekIn } from './week.ts';

const WEEK = WEEK_HOURS * HOUR;
const FROM = Date.parse('2026-01-05T00:00:00Z');
const NOTHING = { unusual: [], normal: [] };
const every = (length: number, weeks: number, from = FROM): number[] =>
  Array.from({ length: Math.floor((weeks * WEEK) / length) }, (_, at) => from + at * length);
const learned = (moments: number[], marked: Parameters<typeof learn>[2] = NOTHING) =>
  learn(summaryOf(moments, { from: FROM, to: FROM + 8 * WEEK }), 'UTC', marked);

describe('the learned profile of an integration', () => {
  it('smooths each hour: half of its mean plus a quarter of the mean of each adjacent hour', () => {
    const means = Array.from({ length: WEEK_HOURS }, (_, slot) => (slot === 0 ? 8 : 0));
    expect(smoothed(means).flatMap((rate, slot) => (rate > 0 ? [[slot, rate]] : []))).toEqual([
      [0, 4],
      [1, 2],
      [167, 2],
    ]);
    expect(learned(every(HOUR / 4, 8)).profile).toEqual(Array.from({ length: WEEK_HOURS }, () => 4));
  });

  it('has a threshold of 1.5 times the events expected in the longest gap, and of at least five if events are frequent', () => {
    expect(learned(every(HOUR, 8))).toMatchObject({ kind: 'regular', threshold: 5 });
    expect(learned(every(12 * HOUR, 8)).threshold).toBeCloseTo(1.5, 5);
    const moments = every(HOUR, 8).filter((at) => at < FROM + WEEK || at >= FROM + WEEK + 9 * HOUR);
    const { threshold, profile } = learned(moments);
    const gap = mass({ profile, slotOf: weekIn('UTC') }, FROM + WEEK - HOUR, FROM + WEEK + 9 * HOUR);
    expect(threshold).toBeCloseTo(1.5 * gap, 5);
    expect(threshold).toBeGreaterThan(12);
  });

  it.each([
    ['is still being learned after seven weekly events', every(WEEK, 7), 'learning'],
    ['is regular after eight weekly events', every(WEEK, 8), 'regular'],
    ['is still being learned after 13 days of hourly events', every(HOUR, 2, FROM + 6 * WEEK).slice(24), 'learning'],
    ['is regular after 14 days of hourly events', every(HOUR, 2, FROM + 6 * WEEK), 'regular'],
    ['is still being learned without events', [], 'learning'],
    [
      'is irregular after gaps of several weeks',
      [...every(HOUR, 0.1), ...every(HOUR, 0.1, FROM + 6 * WEEK)],
      'irregular',
    ],
  ])('%s', (_, moments, kind) => {
    expect(learned(moments).kind).toBe(kind);
  });

  it('excludes unusual gaps and includes gaps marked as normal', () => {
    const [from, to] = [FROM + 2 * WEEK, FROM + 3 * WEEK];
    const moments = every(HOUR, 8).filter((at) => at <= from || at >= to);
    const outage = { from, to };
    expect(learned(moments).threshold).toBeGreaterThan(200);
    expect(learned(moments, { unusual: [outage], normal: [] })).toMatchObject({ threshold: 5 });
    const { profile, threshold } = learned(moments, { unusual: [outage], normal: [outage] });
    expect(profile[5]).toBeCloseTo(1, 5);
    expect(threshold).toBeCloseTo(1.5 * WEEK_HOURS, 5);
  });

  it('uses the same local hours in winter and summer', () => {
    const zone = 'Europe/Berlin';
    const slotOf = weekIn(zone);
    const span = { from: Date.parse('2026-03-02T00:00:00Z'), to: Date.parse('2026-04-27T00:00:00Z') };
    const hours = Array.from({ length: (span.to - span.from) / HOUR }, (_, at) => span.from / HOUR + at);
    const moments = hours.filter((hour) => slotOf(hour) % 24 === 9).map((hour) => hour * HOUR);
    const { profile } = learn(summaryOf(moments, span), zone, NOTHING);
    expect(profile.slice(7, 12)).toEqual([0, 0.25, 0.5, 0.25, 0]);
  });
});
