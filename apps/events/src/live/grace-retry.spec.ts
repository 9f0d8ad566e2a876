import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { type JudgedMessage, GRACE } from '../judge/judged-message.ts';
import { GraceRetry } from './grace-retry.ts';

const judged = (partition: number, offset: number, bytes = 0): JudgedMessage => ({
  position: { partition, offset },
  publishedAt: 0,
  message: { key: null, value: Buffer.alloc(bytes) },
  verdict: { ok: false, rejection: { code: 'unknown_integration', reason: '', pointer: '' } },
});
const nothing = (): void => undefined;
const atOnce = (): Promise<void> => Promise.resolve();

describe('the grace retry', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('validates pending arrivals again after the grace period', async () => {
    const decide = jest.fn();
    const graceRetry = new GraceRetry(atOnce, decide, nothing);
    const waiting = [judged(0, 1), judged(0, 2)];
    for (const one of waiting) graceRetry.add(one);
    expect(decide).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(GRACE);
    expect(decide).toHaveBeenCalledWith(waiting);
  });

  it('waits for the full grace period of each arrival, and at most one millisecond longer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(2 * GRACE), { minLength: 1, maxLength: 50 }), async (pauses) => {
        const added: number[] = [];
        const decided: number[] = [];
        const decide = (messages: readonly JudgedMessage[]): void => {
          for (const { position } of messages) decided[position.offset] = performance.now();
        };
        const graceRetry = new GraceRetry(atOnce, decide, nothing);
        for (const [offset, pause] of pauses.entries()) {
          await jest.advanceTimersByTimeAsync(pause);
          added.push(performance.now());
          graceRetry.add(judged(0, offset));
        }
        await jest.advanceTimersByTimeAsync(GRACE);
        await jest.runOnlyPendingTimersAsync();
        const waited = added.map((at, offset) => (decided[offset] ?? Number.NaN) - at);
        for (const time of waited) {
          expect(time).toBeGreaterThanOrEqual(GRACE);
          expect(time).toBeLessThanOrEqual(GRACE + 1);
        }
      }),
    );
  });

  it("moves no viewer's position past an event that still waits for its retry", async () => {
    const graceRetry = new GraceRetry(atOnce, nothing, nothing);
    const known = new Map([
      [0, 9],
      [1, 9],
      [2, 3],
    ]);
    for (const one of [judged(0, 7), judged(0, 6), judged(1, 0), judged(2, 8)]) graceRetry.add(one);
    expect(Object.fromEntries(graceRetry.limit(known))).toEqual({ 0: 5, 2: 3 });
    await jest.advanceTimersByTimeAsync(GRACE / 2);
    graceRetry.add(judged(1, 5));
    await jest.advanceTimersByTimeAsync(GRACE / 2);
    expect(Object.fromEntries(graceRetry.limit(known))).toEqual({ 0: 9, 1: 4, 2: 3 });
    await jest.advanceTimersByTimeAsync(GRACE / 2);
    expect(graceRetry.limit(known)).toBe(known);
  });

  it('waits until the directory has caught up, limits cursors until then, and never validates cleared arrivals', async () => {
    const decide = jest.fn();
    const { promise: first, resolve } = Promise.withResolvers<void>();
    const catchUp = jest.fn(() => first);
    const graceRetry = new GraceRetry(catchUp, decide, nothing);
    graceRetry.add(judged(0, 3));
    await jest.advanceTimersByTimeAsync(GRACE / 2);
    graceRetry.add(judged(0, 5));
    await jest.advanceTimersByTimeAsync(2 * GRACE);
    expect(decide).not.toHaveBeenCalled();
    expect(graceRetry.limit(new Map([[0, 9]]))).toEqual(new Map([[0, 2]]));
    resolve();
    await jest.advanceTimersByTimeAsync(1);
    expect(decide.mock.calls).toEqual([[[judged(0, 3)]], [[judged(0, 5)]]]);
    catchUp.mockImplementation(() => new Promise<void>((done) => setTimeout(done, 100)));
    graceRetry.add(judged(0, 6));
    await jest.advanceTimersByTimeAsync(GRACE + 50);
    graceRetry.clear();
    await jest.advanceTimersByTimeAsync(GRACE);
    expect(decide).toHaveBeenCalledTimes(2);
  });

  it('drops only arrivals that exceed its memory limit', async () => {
    const decide = jest.fn();
    const drop = jest.fn();
    const graceRetry = new GraceRetry(atOnce, decide, drop, 1_000);
    const [first, second, third] = [judged(0, 1, 600), judged(0, 2, 600), judged(0, 3, 400)];
    for (const one of [first, second, third]) graceRetry.add(one);
    expect(drop.mock.calls).toEqual([[second]]);
    await jest.advanceTimersByTimeAsync(GRACE);
    expect(decide).toHaveBeenCalledWith([first, third]);
    graceRetry.add(second);
    expect(drop).toHaveBeenCalledTimes(1);
  });
});
