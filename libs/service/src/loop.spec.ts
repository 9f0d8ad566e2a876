import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { describe, expect, it, jest } from '@jest/globals';
import { Unavailable } from './errors.ts';
import { Loop, type LoopOptions } from './loop.ts';

const HOUR = 3_600_000;

/** Starts a loop that polls only after a wake-up. */
const started = (options: Omit<LoopOptions, 'name'>): Loop => {
  const loop = new Loop({ name: 'test', pause: HOUR, ...options });
  loop.start();
  return loop;
};

/** Simulates `left` pieces of work. `looks`: number of polls. */
const pieces = (left: number) => {
  const state = { left, looks: 0 };
  const next = async (): Promise<boolean> => {
    state.looks += 1;
    if (state.left === 0) return false;
    state.left -= 1;
    return true;
  };
  return { state, next };
};

const settled = () => sleep(20);

describe('a loop', () => {
  it('works until no work is left and polls again after a wake-up', async () => {
    const { state, next } = pieces(3);
    const loop = started({ next });
    await settled();
    expect(state).toEqual({ left: 0, looks: 4 });
    state.left = 1;
    loop.wake();
    await settled();
    expect(state).toEqual({ left: 0, looks: 6 });
    await loop.stop();
  });

  it('polls again after its pause', async () => {
    const looked = Promise.withResolvers<void>();
    let looks = 0;
    const next = async (): Promise<boolean> => {
      looks += 1;
      if (looks === 3) looked.resolve();
      return false;
    };
    const loop = started({ next, pause: 1 });
    await looked.promise;
    await loop.stop();
  });

  it('polls once more after a wake-up during its work', async () => {
    const working = Promise.withResolvers<boolean>();
    let looks = 0;
    const loop = started({ next: async () => ((looks += 1) === 1 ? working.promise : false) });
    loop.wake();
    loop.wake();
    working.resolve(false);
    await settled();
    expect(looks).toBe(2);
    await loop.stop();
  });

  it('polls again after a failure', async () => {
    const { state, next } = pieces(1);
    let failures = 0;
    const loop = started({
      pause: 1,
      next: async () => {
        if (failures === 2) return next();
        failures += 1;
        throw new Unavailable('away');
      },
    });
    while (state.left > 0) await settled();
    expect(failures).toBe(2);
    await loop.stop();
  });

  it('logs a repeated error once and logs it again after a success', async () => {
    const logged = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const errors = ['away', 'away', 'full', null, 'full', 'full'];
    const done = Promise.withResolvers<void>();
    const next = async (): Promise<boolean> => {
      const error = errors.shift();
      if (error) throw new Unavailable(error);
      if (error === undefined) done.resolve();
      return false;
    };
    const loop = started({ next, pause: 1 });
    await done.promise;
    await loop.stop();
    expect(logged.mock.calls.map(([{ error }]) => error)).toEqual([
      'Unavailable: away',
      'Unavailable: full',
      'Unavailable: full',
    ]);
    logged.mockRestore();
  });

  it('polls with one worker while no work exists and works with all workers otherwise', async () => {
    let looks = 0;
    let left = 0;
    let working = 0;
    const done = Promise.withResolvers<void>();
    const next = async (): Promise<boolean> => {
      looks += 1;
      if (left === 0) return false;
      left -= 1;
      working += 1;
      await done.promise;
      return true;
    };
    const loop = started({ next, count: 4, pause: 10 });
    await settled();
    looks = 0;
    await sleep(200);
    // Four independent workers would poll about eighty times.
    expect(looks).toBeLessThan(30);
    left = 10;
    loop.wake();
    await settled();
    expect(working).toBe(4);
    done.resolve();
    while (left > 0) await settled();
    await loop.stop();
    expect(working).toBe(10);
  });

  it('polls with another worker while one worker is busy', async () => {
    let left = 3;
    const done = Promise.withResolvers<void>();
    const next = async (): Promise<boolean> => {
      if (left === 0) return false;
      left -= 1;
      await done.promise;
      return true;
    };
    const loop = started({ next, count: 3, pause: 1 });
    while (left > 0) await settled();
    done.resolve();
    await loop.stop();
  });

  it('signals the end to the current work and finishes this work when it stops', async () => {
    const ended = Promise.withResolvers<boolean>();
    let looks = 0;
    const loop = started({
      next: (signal) => {
        looks += 1;
        signal.addEventListener('abort', () => ended.resolve(true), { once: true });
        return ended.promise;
      },
    });
    await loop.stop();
    loop.wake();
    await settled();
    expect(looks).toBe(1);
  });
});
