import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Arrival, GRACE } from '../ingest/arrival.ts';
import { SecondLook } from './second-look.ts';

const arrival = (partition: number, offset: number): Arrival => ({
  position: { partition, offset },
  publishedAt: 0,
  message: { key: null, value: null },
  verdict: { ok: false, refusal: { code: 'unknown_integration', reason: '', pointer: '' } },
});

describe('SecondLook', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('decides what waited once more, after a pause', () => {
    const decide = jest.fn();
    const secondLook = new SecondLook(decide);
    const waiting = [arrival(0, 1), arrival(0, 2)];
    for (const one of waiting) secondLook.add(one);
    expect(decide).not.toHaveBeenCalled();
    jest.advanceTimersByTime(GRACE);
    expect(decide).toHaveBeenCalledWith(waiting);
  });

  it('tells no viewer to be past what still waits', () => {
    const secondLook = new SecondLook(() => undefined);
    const known = new Map([
      [0, 9],
      [1, 9],
      [2, 3],
    ]);
    for (const one of [arrival(0, 7), arrival(0, 6), arrival(1, 0), arrival(2, 8)]) secondLook.add(one);
    expect(Object.fromEntries(secondLook.limit(known))).toEqual({ 0: 5, 2: 3 });
    jest.advanceTimersByTime(GRACE);
    expect(secondLook.limit(known)).toBe(known);
  });
});
