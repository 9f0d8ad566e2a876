import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { closeOneByOne } from './close-one-by-one.ts';

describe('the connections of an ending process', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it.each([
    [3, 40],
    [50, 980],
    [1_000, 980],
    [1_001, 940],
  ])('are closed in steps: %i within %i ms', async (count, within) => {
    const closed: number[] = [];
    const connections = Array.from({ length: count }, (_, index) => ({ close: () => closed.push(index) }));
    let isDone = false;
    const done = closeOneByOne(connections).then(() => (isDone = true));
    await jest.advanceTimersByTimeAsync(within / 2);
    expect(closed.length).toBeLessThanOrEqual(Math.ceil(count * 0.6));
    await jest.advanceTimersByTimeAsync(within / 2 - 1);
    expect(isDone).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    await done;
    expect(closed).toEqual(connections.map((_, index) => index));
  });

  it.each([0, 1])('are closed without delay if their number is %i', async (count) => {
    const close = jest.fn();
    await closeOneByOne(Array.from({ length: count }, () => ({ close })));
    expect(close).toHaveBeenCalledTimes(count);
  });
});
