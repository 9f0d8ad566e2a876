import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bucketsOver } from './histogram-steps.ts';

const at = (time: string): number => Date.parse(`2026-03-01T${time}Z`);

describe('bucketsOver', () => {
  it.each([
    [at('10:00:00'), at('11:00:00'), 60, 60],
    [at('10:00:30'), at('11:00:30'), 60, 120],
    [at('10:00:00'), at('10:00:20'), 60, 1],
    [at('00:00:00'), at('00:00:00') + 30 * 86_400_000, 60, 43_200],
    [0, Date.UTC(2200, 0, 1), 1, 364 * 86_400 * 256],
  ])('covers %d to %d with at most %d buckets of %d seconds', (from, to, most, step) => {
    expect(bucketsOver(from, to, most).step).toBe(step * 1_000);
  });

  it('returns buckets no shorter than requested', () => {
    expect(bucketsOver(at('10:00:00'), at('11:00:00'), 60, 86_400_000).step).toBe(86_400_000);
  });

  it('covers every range with at most the requested number of buckets, aligned to multiples of the step', () => {
    const moment = fc.integer({ min: 0, max: Date.UTC(2200, 0, 1) });
    fc.assert(
      fc.property(moment, moment, fc.integer({ min: 1, max: 200 }), (a, b, most) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b) + 1];
        const buckets = bucketsOver(from, to, most);
        const length = buckets.step;
        expect(buckets.from).toBeLessThanOrEqual(from);
        expect(buckets.to).toBeGreaterThanOrEqual(to);
        expect(buckets.from % length).toBe(0);
        expect((buckets.to - buckets.from) / length).toBeLessThanOrEqual(most);
      }),
    );
  });
});
