import { describe, expect, it } from '@jest/globals';
import { randomFrom } from './random.ts';

const SEEDS = [1, 2, 7_919, 2 ** 31 - 1];
const LENGTH = 50_000;
const numbersOf = (seed: number): number[] => {
  const random = randomFrom(seed);
  return Array.from({ length: LENGTH }, random);
};

describe('the random numbers of a seed', () => {
  it('are the same each time', () => {
    expect(numbersOf(7)).toEqual(numbersOf(7));
  });

  it.each(SEEDS)('do not repeat in a cycle (seed %i)', (seed) => {
    // Of 2³² possible numbers, a random sequence repeats almost none. A cycle would repeat many.
    expect(new Set(numbersOf(seed)).size).toBeGreaterThan(LENGTH - 50);
  });

  it('differ from the numbers of other seeds', () => {
    const all = SEEDS.map(numbersOf);
    expect(new Set(all.flat()).size).toBeGreaterThan(SEEDS.length * LENGTH - 500);
  });

  it.each(SEEDS)('are evenly distributed, whatever the previous number was (seed %i)', (seed) => {
    const counts = Array.from({ length: 100 }, () => 0);
    let before = 0;
    for (const number of numbersOf(seed)) {
      const tenth = Math.floor(number * 10);
      counts[before * 10 + tenth] = (counts[before * 10 + tenth] ?? 0) + 1;
      before = tenth;
    }
    expect(Math.min(...counts)).toBeGreaterThan(LENGTH / 100 - 150);
    expect(Math.max(...counts)).toBeLessThan(LENGTH / 100 + 150);
  });
});
