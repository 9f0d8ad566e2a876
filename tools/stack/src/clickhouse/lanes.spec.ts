import { expect, it } from '@jest/globals';
import { LANES, createLanes } from './lanes.ts';

it('the queue limits concurrent queries, runs inserts separately, and starts waiting queries in order', async () => {
  const lanes = createLanes();
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const queries = Array.from({ length: LANES.query + 2 }, (_, index) =>
    lanes.run('query', () => {
      begun.push(index);
      return new Promise<void>((resolve) => ends.push(resolve));
    }),
  );
  await Promise.resolve();
  expect(await lanes.run('insert', async () => 'stored')).toBe('stored');
  expect(begun).toHaveLength(LANES.query);
  await expect(lanes.run('insert', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  for (let index = 0; index < queries.length; index += 1) {
    ends[index]?.();
    await queries[index];
    await Promise.resolve();
  }
  expect(begun).toEqual(queries.map((_, index) => index));
});
