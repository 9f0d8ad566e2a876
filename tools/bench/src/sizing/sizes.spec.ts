import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sizingPage } from './page.ts';
import { nextBreak, sizeOf } from './sizes.ts';

describe('sizes', () => {
  it('docs/operations/sizing.md is what the costs give: npm run sizing', () => {
    expect(readFileSync(new URL('../../../../docs/operations/sizing.md', import.meta.url), 'utf8')).toBe(sizingPage());
  });

  it('grow with the load, and what is broken stays broken', () => {
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

  it('a live process that cannot read every event is said to be broken, not to be many', () => {
    const tooMuch = sizeOf(1_000);
    expect(tooMuch.liveProcesses).toBe(Number.POSITIVE_INFINITY);
    expect(tooMuch.breaks.map(({ what }) => what)).toContain('one thread reading every event: each live process does');
    expect(nextBreak(sizeOf(1))).toBeDefined();
  });
});
