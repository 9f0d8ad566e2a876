import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isFailing, type Marks, nextStep } from './next-step.ts';

const BASE = Date.UTC(2026, 10, 1);
const at = (seconds: number): Date => new Date(BASE + seconds * 1_000);
const NOW = { settleMinutes: 5, now: at(10_000) };

type Delivery = { second: number; result: 'SUCCESS' | 'FAILURE' };
const later = (a: Date | null, b: Date): Date => (a === null || b > a ? b : a);
const folded = (deliveries: readonly Delivery[]): Marks => {
  const marks: Marks = { failureAt: null, successAt: null };
  for (const { second, result } of deliveries) {
    if (result === 'FAILURE') marks.failureAt = later(marks.failureAt, at(second));
    else marks.successAt = later(marks.successAt, at(second));
  }
  return marks;
};
/** Whether an event name is failing, computed from all deliveries at once. */
const failsNow = (deliveries: readonly Delivery[]): boolean => {
  const newest = Math.max(...deliveries.map(({ second }) => second));
  const last = deliveries.filter(({ second }) => second === newest);
  return last.length > 0 && last.every(({ result }) => result === 'FAILURE');
};

const delivery = fc.record({
  second: fc.integer({ min: 0, max: 30 }),
  result: fc.constantFrom('SUCCESS' as const, 'FAILURE' as const),
});

describe('the failing state of an event name', () => {
  it('does not depend on the order and repetition of deliveries', () => {
    fc.assert(
      fc.property(
        fc.array(delivery, { minLength: 1, maxLength: 12 }),
        fc.infiniteStream(fc.nat()),
        (history, picks) => {
          const shuffled = history
            .flatMap((one) => Array.from({ length: 1 + ((picks.next().value ?? 0) % 3) }, () => one))
            .map((one) => ({ one, by: picks.next().value ?? 0 }))
            .toSorted((a, b) => a.by - b.by)
            .map(({ one }) => one);
          expect(isFailing(folded(shuffled))).toBe(failsNow(history));
          expect(folded(shuffled)).toEqual(folded(history));
        },
      ),
      { numRuns: 10_000 },
    );
  });

  it('equals the state of an episode that was updated after each delivery', () => {
    fc.assert(
      fc.property(
        fc.array(delivery, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 0, max: 5 }),
        (history, settleMinutes) => {
          let state: 'open' | 'recovering' | null = null;
          for (let count = 1; count <= history.length; count += 1) {
            const step = nextStep(state, folded(history.slice(0, count)), { ...NOW, settleMinutes });
            if (step === 'open' || step === 'reopen') state = 'open';
            else if (step === 'recover') state = 'recovering';
            else if (step === 'close') state = null;
          }
          expect(state === 'open').toBe(isFailing(folded(history)));
        },
      ),
      { numRuns: 10_000 },
    );
  });
});

describe('the next step of an episode', () => {
  const failing: Marks = { failureAt: at(20), successAt: at(10) };
  const fine: Marks = { failureAt: at(20), successAt: at(30) };
  it.each([
    ['opens an episode if the newest failure follows the last success', null, failing, 'open'],
    ['opens an episode if a failure has no success', null, { failureAt: at(20), successAt: null }, 'open'],
    ['opens no episode if a late failure precedes a known success', null, fine, 'none'],
    [
      'opens no episode if a failure and a success have the same time',
      null,
      { failureAt: at(20), successAt: at(20) },
      'none',
    ],
    ['extends an open episode after another failure', 'open', failing, 'touch'],
    ['starts the recovery of an open episode after a success', 'open', fine, 'recover'],
    ['reopens a recovering episode after a failure', 'recovering', failing, 'reopen'],
    ['keeps an episode recovering after another success', 'recovering', fine, 'touch'],
  ] as const)('%s', (_what, live, marks, step) => {
    expect(nextStep(live, marks, NOW)).toBe(step);
  });

  it('closes an episode after a success if the recovery time is zero', () => {
    expect(nextStep('open', fine, { ...NOW, settleMinutes: 0 })).toBe('close');
  });

  it('opens no episode for failures older than 90 days', () => {
    const now = new Date(at(20).getTime() + 91 * 24 * 60 * 60 * 1_000);
    expect(nextStep(null, failing, { settleMinutes: 5, now })).toBe('none');
  });
});
