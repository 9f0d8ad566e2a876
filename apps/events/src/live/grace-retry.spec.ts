import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { type Arrival, GRACE } from '../judge/judged-message.ts';
import { SecondLook } from './grace-retry.ts';

const arrival = (partition: number, offset: number, bytes = 0): Arrival => ({
  position: { partition, offset },
  publishedAt: 0,
  message: { key: null, value: Buffer.alloc(bytes) },
  verdict: { ok: false, refusal: { code: 'unknown_integration', reason: '', pointer: '' } },
});
const nothing = (): void => undefined;

describe('SecondLook', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('decides what waited once more, after a pause', () => {
    const decide = jest.fn();
    const secondLook = new SecondLook(decide, nothing);
    const waiting = [arrival(0, 1), arrival(0, 2)];
    for (const one of waiting) secondLook.add(one);
    expect(decide).not.toHaveBeenCalled();
    jest.advanceTimersByTime(GRACE);
    expect(decide).toHaveBeenCalledWith(waiting);
  });

  it('gives each arrival its own full grace, and little more', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2 * GRACE), { minLength: 1, maxLength: 50 }), (pauses) => {
        const added: number[] = [];
        const decided: number[] = [];
        const decide = (arrivals: readonly Arrival[]): void => {
          for (const { position } of arrivals) decided[position.offset] = performance.now();
        };
        const secondLook = new SecondLook(decide, nothing);
        for (const [offset, pause] of pauses.entries()) {
          jest.advanceTimersByTime(pause);
          added.push(performance.now());
          secondLook.add(arrival(0, offset));
        }
        jest.advanceTimersByTime(GRACE);
        jest.runOnlyPendingTimers();
        const waited = added.map((at, offset) => (decided[offset] ?? Number.NaN) - at);
        for (const time of waited) {
          expect(time).toBeGreaterThanOrEqual(GRACE);
          expect(time).toBeLessThanOrEqual(GRACE + 1);
        }
      }),
    );
  });

  it('tells no viewer to be past what still waits', () => {
    const secondLook = new SecondLook(nothing, nothing);
    const known = new Map([
      [0, 9],
      [1, 9],
      [2, 3],
    ]);
    for (const one of [arrival(0, 7), arrival(0, 6), arrival(1, 0), arrival(2, 8)]) secondLook.add(one);
    expect(Object.fromEntries(secondLook.limit(known))).toEqual({ 0: 5, 2: 3 });
    jest.advanceTimersByTime(GRACE / 2);
    secondLook.add(arrival(1, 5));
    jest.advanceTimersByTime(GRACE / 2);
    expect(Object.fromEntries(secondLook.limit(known))).toEqual({ 0: 9, 1: 4, 2: 3 });
    jest.advanceTimersByTime(GRACE / 2);
    expect(secondLook.limit(known)).toBe(known);
  });

  it('hands back what cannot wait as well, and only that', () => {
    const decide = jest.fn();
    const drop = jest.fn();
    const secondLook = new SecondLook(decide, drop, 1_000);
    const [first, second, third] = [arrival(0, 1, 600), arrival(0, 2, 600), arrival(0, 3, 400)];
    for (const one of [first, second, third]) secondLook.add(one);
    expect(drop.mock.calls).toEqual([[second]]);
    jest.advanceTimersByTime(GRACE);
    expect(decide).toHaveBeenCalledWith([first, third]);
    secondLook.add(second);
    expect(drop).toHaveBeenCalledTimes(1);
  });
});
