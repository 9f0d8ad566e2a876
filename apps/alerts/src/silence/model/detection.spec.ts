import { describe, expect, it } from '@jest/globals';
import { randomFrom } from '@portico/testkit';
import { arrivalsOf, summaryOf, TRAFFIC, type Traffic } from '../../../test/silence/traffic.ts';
import { learn, type Learned, type Span } from './learn.ts';
import { mass, reaches } from './mass.ts';
import { HOUR, WEEK_HOURS, weekIn } from './week.ts';

const WEEK = WEEK_HOURS * HOUR;
const MONTH = 30 * 24 * HOUR;
/** A Monday; clocks in Berlin change on 29 March and 25 October. */
const JANUARY = Date.parse('2026-01-05T00:00:00Z');
const NOTHING = { unusual: [], normal: [] };

type Outcome = { falseAlarms: number; months: number; delays: number[]; kinds: Set<Learned['kind']> };

/** Always the same numbers: rates are bounded, not certain. Eight weeks to learn, four in which each alarm is false; then it stops for good at some moment. */
function tryOn(traffic: Traffic, integrations: number, zone: string, start: number, seed: number): Outcome {
  const random = randomFrom(seed);
  const training: Span = { from: start, to: start + 8 * WEEK };
  const outcome: Outcome = { falseAlarms: 0, months: (integrations * 4 * WEEK) / MONTH, delays: [], kinds: new Set() };
  for (let index = 0; index < integrations; index += 1) {
    const before = arrivalsOf(traffic, training, random, zone);
    const after = arrivalsOf(traffic, { from: training.to, to: training.to + 4 * WEEK }, random, zone);
    const learned = learn(summaryOf(before, training), zone, NOTHING);
    outcome.kinds.add(learned.kind);
    const rhythm = { profile: learned.profile, slotOf: weekIn(zone) };
    const moments = [...before.slice(-1), ...after];
    for (const [at, moment] of moments.entries()) {
      const next = moments[at + 1];
      // Hardly any gap is long enough to be looked at.
      if (next !== undefined && next - moment > 60_000 && mass(rhythm, moment, next) >= learned.threshold)
        outcome.falseAlarms += 1;
    }
    const stopsAt = training.to + random() * 4 * WEEK;
    const last = moments.findLast((moment) => moment <= stopsAt) ?? training.to;
    const dueAt = reaches(rhythm, last, learned.threshold);
    outcome.delays.push(dueAt === null ? Infinity : Math.max(0, dueAt - stopsAt) / HOUR);
  }
  return outcome;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

describe('silence that is noticed', () => {
  it.each([
    ['20,000 events a week', TRAFFIC.busy, 12, 2.5],
    ['700 events a week', TRAFFIC.steady, 30, 9],
    ['office hours', TRAFFIC.office, 30, 30],
    ['office hours and a nightly job', TRAFFIC.officeAndNightly, 30, 30],
    ['a curve over the day', TRAFFIC.diurnal, 15, 6],
    ['40 events a week', TRAFFIC.rare, 60, 48],
    ['a daily job', TRAFFIC.daily, 60, 30],
    ['a weekly job', TRAFFIC.weekly, 60, 7 * 24],
  ])(
    'is seldom a false alarm, and late by so many hours at most in half of the cases: %s',
    (_, traffic, count, hours) => {
      const { falseAlarms, months, delays, kinds } = tryOn(traffic, count, 'UTC', JANUARY, count);
      expect([...kinds]).toEqual(['regular']);
      expect(falseAlarms / months).toBeLessThanOrEqual(0.2);
      expect(median(delays)).toBeLessThanOrEqual(hours);
    },
  );

  it.each([
    ['in spring', '2026-02-02T00:00:00Z'],
    ['in autumn', '2026-08-31T00:00:00Z'],
  ])('is seldom a false alarm where clocks change %s', (_, start) => {
    for (const traffic of [TRAFFIC.office, TRAFFIC.daily]) {
      const { falseAlarms, months } = tryOn(traffic, 20, 'Europe/Berlin', Date.parse(start), 3);
      expect(falseAlarms / months).toBeLessThanOrEqual(0.2);
    }
  });
});
