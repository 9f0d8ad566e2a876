import { describe, expect, it } from '@jest/globals';
import { USAGE_THRESHOLDS, type UsageThreshold } from '@portico/contracts/http/notices';
import fc from 'fast-check';
import { cross, type UsageMarks } from './crossing.ts';

type State = Parameters<typeof cross>[1];
const periodOf = (month: number): State['period'] => ({
  startsAt: new Date(Date.UTC(2026, month, 1)).toISOString(),
  endsAt: new Date(Date.UTC(2026, month + 1, 1)).toISOString(),
  where: '',
  hard: false,
});
const state = (usedCount: number, change: Partial<State> = {}): State => ({
  usedCount,
  allowedCount: 10,
  active: true,
  deletedAt: null,
  period: periodOf(0),
  ...change,
});
const NEW: UsageMarks = { period: null, said: [], open: [] };

/** Lists the notices for a sequence of states: `80` for a reached threshold, `<80` for the end of this threshold. */
function reportOf(states: readonly State[]): string[] {
  let marks = NEW;
  return states.map((one) => {
    const crossing = cross(marks, one);
    ({ marks } = crossing);
    return [...crossing.over.map((threshold) => `<${threshold}`), ...crossing.reached].join(' ');
  });
}

describe('the notices about an entitlement', () => {
  it.each<[string, State[], string[]]>([
    [
      'report each threshold of growing usage once',
      [state(0), state(4), state(5), state(7), state(8), state(10), state(12)],
      ['', '', '50', '', '80', '100', ''],
    ],
    ['report all thresholds that usage exceeds at once', [state(10)], ['50 80 100']],
    [
      'report the end of a threshold when the limit is raised',
      [state(10), state(10, { allowedCount: 20 }), state(20, { allowedCount: 20 })],
      ['50 80 100', '<100', ''],
    ],
    ['report the end of a threshold when usage is corrected', [state(8), state(3), state(9)], ['50 80', '<80', '']],
    [
      'report thresholds again in the next period',
      [state(8), state(1, { period: periodOf(1) }), state(5, { period: periodOf(1) })],
      ['50 80', '<80', '50'],
    ],
    [
      'report thresholds that the next period exceeds at its start',
      [state(8), state(9, { period: periodOf(1) })],
      ['50 80', '<80 50 80'],
    ],
    ['do not exist without a meter', [state(9, { period: null })], ['']],
    [
      'report the first use of an entitlement with a limit of zero',
      [state(0, { allowedCount: 0 }), state(1, { allowedCount: 0 })],
      ['', '50 80 100'],
    ],
    [
      'report the end of a threshold once when the entitlement ends and is bought again',
      [state(8), state(8, { active: false }), state(8)],
      ['50 80', '<80', ''],
    ],
    [
      'report the end of a threshold when the organization is deleted',
      [state(8), state(8, { deletedAt: '2026-01-02T00:00:00.000Z' })],
      ['50 80', '<80'],
    ],
  ])('%s', (_, states, expected) => expect(reportOf(states)).toEqual(expected));

  it('report each reached threshold once per period, and later the end of each reported threshold', () => {
    const step = fc.record({
      used: fc.integer({ min: 0, max: 15 }),
      allowed: fc.integer({ min: 0, max: 12 }),
      isNext: fc.boolean(),
      active: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let marks = NEW;
        let month = 0;
        let begun: UsageThreshold[] = [];
        const reported = new Map<number, UsageThreshold[]>();
        const due = new Map<number, Set<UsageThreshold>>();
        for (const { used, allowed, isNext, active } of steps) {
          if (isNext) month += 1;
          const holds = USAGE_THRESHOLDS.filter((one) => active && used > 0 && used / allowed >= one / 100);
          due.set(month, new Set([...(due.get(month) ?? []), ...holds]));
          const before = begun;
          const crossing = cross(marks, state(used, { allowedCount: allowed, period: periodOf(month), active }));
          ({ marks } = crossing);
          reported.set(month, [...(reported.get(month) ?? []), ...crossing.reached]);
          expect(crossing.over.every((one) => before.includes(one))).toBe(true);
          begun = [...before.filter((one) => !crossing.over.includes(one)), ...crossing.reached.slice(-1)];
          // The usage is above every open threshold.
          expect(begun.every((one) => holds.includes(one))).toBe(true);
          expect(marks.open).toEqual(begun);
        }
        for (const [one, thresholds] of reported)
          expect(thresholds.toSorted((a, b) => a - b)).toEqual([...(due.get(one) ?? [])].toSorted((a, b) => a - b));
      }),
    );
  });
});
