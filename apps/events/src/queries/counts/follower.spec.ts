import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { Follower, type TableMoment } from './follower.ts';

const NEVER_LOOKED = { day: null, hour: null };
const MINUTE = 60_000;

/** What was looked at, and how each look ends. */
const held = (isWatched?: () => boolean) => {
  const looks: { since: number; end: PromiseWithResolvers<TableMoment> }[] = [];
  const look = (since: number): Promise<TableMoment> => {
    const end = Promise.withResolvers<TableMoment>();
    looks.push({ since, end });
    return end.promise;
  };
  const follower = new Follower(look, isWatched);
  const answer = async (at = looks.length - 1): Promise<void> => {
    const { since, end } = looks[at]!;
    end.resolve({ since, ...NEVER_LOOKED });
    await jest.advanceTimersByTimeAsync(0);
  };
  return { looks, follower, answer };
};

describe('Follower', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('looks at nothing before somebody asks, then eight times a second, and no more five minutes after the last question', async () => {
    let looks = 0;
    const follower = new Follower(async (since) => {
      looks += 1;
      return { since, ...NEVER_LOOKED };
    });
    await jest.advanceTimersByTimeAsync(MINUTE);
    expect(looks).toBe(0);
    follower.want();
    await jest.advanceTimersByTimeAsync(999);
    expect(looks).toBe(8);
    await jest.advanceTimersByTimeAsync(6 * MINUTE);
    const before = looks;
    expect(before).toBeLessThanOrEqual(5 * 60 * 8 + 1);
    await jest.advanceTimersByTimeAsync(MINUTE);
    expect(looks).toBe(before);
  });

  it('continues while somebody watches, until it is stopped', async () => {
    const { looks, follower, answer } = held(() => true);
    follower.want();
    for (let minute = 0; minute < 10; minute += 1) {
      await jest.advanceTimersByTimeAsync(MINUTE);
      await answer();
    }
    const before = looks.length;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(looks.length).toBe(before + 1);
    await answer();
    follower.stop();
    await jest.advanceTimersByTimeAsync(MINUTE);
    expect(looks.length).toBe(before + 1);
  });

  it('answers all who ask while a look is under way with the next one', async () => {
    const { looks, follower, answer } = held();
    const first = follower.now();
    const others = [follower.now(), follower.now()];
    expect(looks).toHaveLength(1);
    await answer();
    expect(looks).toHaveLength(2);
    await answer();
    const [one, other] = await Promise.all(others);
    expect(one).toBe(other);
    expect(one).not.toBe(await first);
  });

  it('looks again after a look that failed, and keeps what it knows', async () => {
    const { looks, follower, answer } = held();
    follower.want();
    await jest.advanceTimersByTimeAsync(0);
    await answer();
    const { latest } = follower;
    const failing = follower.now();
    looks.at(-1)?.end.reject(new Error('away'));
    await expect(failing).rejects.toThrow('away');
    expect(follower.latest).toBe(latest);
    await jest.advanceTimersByTimeAsync(200);
    expect(looks).toHaveLength(3);
  });
});

it('never answers with an earlier moment than before, and none from before the question', async () => {
  const steps = fc.array(fc.constantFrom('ask', 'end', 'fail'), { maxLength: 30 });
  const property = fc.asyncProperty(steps, async (taken) => {
    const { looks, follower } = held();
    const answers: Promise<void>[] = [];
    let latest = Number.NEGATIVE_INFINITY;
    const ask = async (): Promise<void> => {
      const askedAt = performance.now();
      const moment = await follower.now().catch(() => null);
      if (moment === null) return;
      expect(moment.since).toBeGreaterThanOrEqual(Math.max(askedAt, latest));
      latest = moment.since;
    };
    const end = async (): Promise<void> => {
      const last = looks.at(-1);
      last?.end.resolve({ since: last.since, ...NEVER_LOOKED });
      await setImmediate();
    };
    for (const step of taken) {
      if (step === 'ask') answers.push(ask());
      else if (step === 'end') await end();
      else looks.at(-1)?.end.reject(new Error('away'));
      await setImmediate();
    }
    // The look under way, and the one after it.
    for (const _ of ['running', 'next']) await end();
    follower.stop();
    await Promise.all(answers);
  });
  await fc.assert(property);
});
