import { describe, expect, it } from '@jest/globals';
import { inTurns, median, percentile, ratio, round } from './statistics.ts';

describe('percentile', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);

  it('returns one of the values, or NaN without values', () => {
    expect(percentile(values, 0.5)).toBe(50);
    expect(percentile(values, 0.95)).toBe(95);
    expect(percentile(values, 1)).toBe(100);
    expect(percentile([7], 0.99)).toBe(7);
    expect(percentile([], 0.5)).toBeNaN();
  });

  it('returns the middle of an odd number of rounds', () => {
    expect(median([30, 10, 20])).toBe(20);
    expect(round(1.25, 1)).toBe(1.3);
  });
});

describe('ratio', () => {
  it('rounds to two decimals, and a ratio below 0.1 to three', () => {
    expect(ratio(3, 2)).toBe(1.5);
    expect(ratio(1, 37)).toBe(0.027);
  });
});

describe('inTurns', () => {
  it('begins each round with a different part', async () => {
    const order: string[] = [];
    const part = (name: string) => async (number: number) => {
      order.push(`${name}${number}`);
      return number;
    };
    expect(await inTurns(2, { a: part('a'), b: part('b') })).toEqual({ a: [0, 1], b: [0, 1] });
    expect(order).toEqual(['a0', 'b0', 'b1', 'a1']);
  });
});
