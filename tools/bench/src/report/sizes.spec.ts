import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nextBreak, sizeOf } from './sizes.ts';

describe('sizeOf', () => {
  it('never returns fewer processes, cores or exceeded limits for a higher load', () => {
    const factor = fc.integer({ min: 1, max: 5_000 });
    fc.assert(
      fc.property(factor, factor, (one, other) => {
        const [small, big] = [sizeOf(Math.min(one, other)), sizeOf(Math.max(one, other))];
        expect(big.ingestProcesses).toBeGreaterThanOrEqual(small.ingestProcesses);
        expect(big.liveProcesses).toBeGreaterThanOrEqual(small.liveProcesses);
        expect(big.clickhouseCores).toBeGreaterThanOrEqual(small.clickhouseCores);
        expect(big.breaks).toEqual(expect.arrayContaining(small.breaks));
      }),
    );
  });

  it('returns infinitely many live processes if one process cannot read every event', () => {
    const tooMuch = sizeOf(1_000);
    expect(tooMuch.liveProcesses).toBe(Number.POSITIVE_INFINITY);
    expect(tooMuch.breaks.map(({ what }) => what)).toContain('one thread reading every event: each live process does');
    expect(nextBreak(sizeOf(1))).toBeDefined();
  });
});
