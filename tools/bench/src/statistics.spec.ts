import { describe, expect, it } from '@jest/globals';
import { median, percentile, round } from './statistics.ts';

describe('a percentile', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);

  it('is a measured value', () => {
    expect(percentile(values, 0.5)).toBe(50);
    expect(percentile(values, 0.95)).toBe(95);
    expect(percentile(values, 1)).toBe(100);
    expect(percentile([7], 0.99)).toBe(7);
    expect(percentile([], 0.5)).toBeNaN();
  });

  it('of an odd number of rounds is the middle one', () => {
    expect(median([30, 10, 20])).toBe(20);
    expect(round(1.25, 1)).toBe(1.3);
  });
});
