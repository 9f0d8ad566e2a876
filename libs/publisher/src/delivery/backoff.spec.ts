import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { delayAfter, pause } from './backoff.ts';

describe('the delay before another attempt', () => {
  it("is random between half and all of a delay that doubles up to a maximum, and is never shorter than the server's Retry-After", () => {
    const limits = { minRetryMs: 100, maxRetryMs: 10_000 };
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_000 }),
        fc.nat(60_000),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (attempt, requested, random) => {
          const longest = Math.min(10_000, 100 * 2 ** (attempt - 1));
          const delay = delayAfter(attempt, requested, limits, () => random);
          expect(delay).toBeGreaterThanOrEqual(Math.max(requested, longest / 2));
          expect(delay).toBeLessThanOrEqual(Math.max(requested, longest));
        },
      ),
    );
  });
});

describe('a pause', () => {
  it('ends when its signal is aborted, and at once if the signal was already aborted', async () => {
    const controller = new AbortController();
    const paused = pause(3_600_000, controller.signal);
    controller.abort();
    await paused;
    await pause(3_600_000, controller.signal);
  });
});
