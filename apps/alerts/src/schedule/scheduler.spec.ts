import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { Unavailable } from '@portico/service';
import { Scheduler, type Task } from './scheduler.ts';

const UNWATCHED = null as unknown as EntityManager;
const POLL_MS = 2_000;

describe('the scheduler', () => {
  let scheduler: Scheduler | null = null;
  const runs: string[] = [];
  const task = (name: string, more: Partial<Task> = {}): Task => ({
    name,
    next: async () => {
      runs.push(name);
      return false;
    },
    ...more,
  });
  const start = (...tasks: readonly Task[]): Promise<void> => {
    scheduler = new Scheduler(UNWATCHED, tasks);
    scheduler.onApplicationBootstrap();
    return passes(0);
  };
  const passes = (milliseconds: number): Promise<void> => jest.advanceTimersByTimeAsync(milliseconds);

  beforeEach(() => {
    runs.length = 0;
    jest.useFakeTimers();
  });
  afterEach(async () => {
    await scheduler?.onApplicationShutdown();
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('runs a task at each tick, or after the pause of the task', async () => {
    await start(task('often'), task('rarely', { pause: 60_000 }));
    expect(runs.toSorted()).toEqual(['often', 'rarely']);
    await passes(5 * POLL_MS);
    expect(runs.filter((name) => name === 'often')).toHaveLength(6);
    expect(runs.filter((name) => name === 'rarely')).toHaveLength(1);
    await passes(60_000);
    expect(runs.filter((name) => name === 'rarely')).toHaveLength(2);
  });

  it('alternates between a busy task and other tasks', async () => {
    let left = 5;
    const busy = task('busy', {
      next: async () => {
        runs.push('busy');
        left -= 1;
        return left > 0;
      },
    });
    await start(busy, task('other'));
    expect(runs.filter((name) => name === 'busy')).toHaveLength(5);
    expect(runs.indexOf('other')).toBeLessThan(3);
  });

  it('runs a task again after the delay in milliseconds that the task returned', async () => {
    const next: jest.Mock<Task['next']> = jest.fn(async () => (next.mock.calls.length === 1 ? 50 : false));
    await start(task('locked', { next, pause: 60_000 }));
    await passes(49);
    expect(next).toHaveBeenCalledTimes(1);
    await passes(1);
    expect(next).toHaveBeenCalledTimes(2);
  });

  it('runs other tasks while a task waits and never runs a task concurrently with itself', async () => {
    const answer = Promise.withResolvers<boolean>();
    const next: jest.Mock<() => Promise<boolean>> = jest.fn(async () =>
      next.mock.calls.length === 1 ? answer.promise : false,
    );
    await start(task('waiting', { next }), task('other'));
    await passes(10 * POLL_MS);
    expect(next).toHaveBeenCalledTimes(1);
    expect(runs.length).toBeGreaterThan(9);
    answer.resolve(false);
    await passes(0);
    expect(next.mock.calls.length).toBeGreaterThan(1);
  });

  it('logs a repeated failure once and keeps running all tasks', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const next = jest.fn(async () => Promise.reject(new Unavailable('the database is away')));
    await start(task('failing', { next }), task('other'));
    await passes(3 * POLL_MS);
    expect(next.mock.calls.length).toBe(4);
    expect(runs).toHaveLength(4);
    expect(warn.mock.calls.map(([, text]) => text)).toEqual(['failing failed, retrying']);
  });
});
