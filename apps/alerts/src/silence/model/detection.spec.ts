import { describe, expect, it } from '@jest/globals';
import { randomFrom } from '@portico/testkit';
import { arrivalsOf, TRAFFIC, type Traffic } from '../../../test/silence/traffic.ts';
import { median, tryOn } from '../../../test/silence/trial.ts';
import type { Learned, Span } from './learn.ts';
import { HOUR, WEEK_HOURS } from './week.ts';

const WEEK = WEEK_HOURS * HOUR;
const MONTH = 30 * 24 * HOUR;
/** A Monday. Clocks in Berlin change on 29 March and 25 October. */
const JANUARY = Date.parse('2026-01-05T00:00:00Z');

type Outcome = { falseAlarms: number; months: number; delays: number[]; kinds: Set<Learned['kind']> };

/** Simulates integrations: eight weeks to learn, four weeks in which every alarm is false, then no more events. */
function outcomeOf(traffic: Traffic, integrations: number, zone: string, start: number, seed: number): Outcome {
  const random = randomFrom(seed);
  const training: Span = { from: start, to: start + 8 * WEEK };
  const trying: Span = { from: training.to, to: training.to + 4 * WEEK };
  const outcome: Outcome = { falseAlarms: 0, months: (integrations * 4 * WEEK) / MONTH, delays: [], kinds: new Set() };
  for (let index = 0; index < integrations; index += 1) {
    const first = { ...training, moments: arrivalsOf(traffic, training, random, zone) };
    const second = { ...trying, moments: arrivalsOf(traffic, trying, random, zone) };
    const { falseAlarms, delay, kind } = tryOn(first, second, zone, random);
    outcome.falseAlarms += falseAlarms;
    outcome.delays.push(delay);
    outcome.kinds.add(kind);
  }
  return outcome;
}

describe('the detection of silence', () => {
  it.each([
    ['20,000 events a week', TRAFFIC.busy, 12, 2.5],
    ['700 events a week', TRAFFIC.steady, 30, 9],
    ['events during office hours', TRAFFIC.office, 30, 30],
    ['events during office hours and a nightly job', TRAFFIC.officeAndNightly, 30, 30],
    ['traffic that varies over the day', TRAFFIC.diurnal, 15, 6],
    ['40 events a week', TRAFFIC.rare, 60, 48],
    ['a daily job', TRAFFIC.daily, 60, 30],
    ['a weekly job', TRAFFIC.weekly, 60, 7 * 24],
  ])('raises few false alarms and finds silence within a limited median delay: %s', (_, traffic, count, hours) => {
    const { falseAlarms, months, delays, kinds } = outcomeOf(traffic, count, 'UTC', JANUARY, count);
    expect([...kinds]).toEqual(['regular']);
    expect(falseAlarms / months).toBeLessThanOrEqual(0.2);
    expect(median(delays)).toBeLessThanOrEqual(hours);
  });

  it.each([
    ['in spring', '2026-02-02T00:00:00Z'],
    ['in autumn', '2026-08-31T00:00:00Z'],
  ])('raises few false alarms around clock changes %s', (_, start) => {
    for (const traffic of [TRAFFIC.office, TRAFFIC.daily]) {
      const { falseAlarms, months } = outcomeOf(traffic, 20, 'Europe/Berlin', Date.parse(start), 3);
      expect(falseAlarms / months).toBeLessThanOrEqual(0.2);
    }
  });
});
