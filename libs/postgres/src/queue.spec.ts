import { describe, expect, it } from '@jest/globals';
import { ContentError, Unavailable } from '@portico/service';
import { isGivenUp, retrySeconds, workTogether } from './queue.ts';

describe('a failed queue entry', () => {
  it('is given up at once for a content error, after five attempts for a defect, and never for an unavailable dependency', () => {
    const attempts = [1, 2, 4, 5, 6];
    const givenUp = (error: unknown) => attempts.filter((count) => isGivenUp(error, count));
    expect(givenUp(new ContentError('bad'))).toEqual(attempts);
    expect(givenUp(new TypeError('defect'))).toEqual([5, 6]);
    expect(givenUp(new Unavailable('away'))).toEqual([]);
  });

  it('is retried after pauses that double up to the maximum', () => {
    expect([1, 2, 3, 4, 5, 6, 60].map((attempts) => retrySeconds(attempts, 30))).toEqual([2, 4, 8, 16, 30, 30, 30]);
  });
});

describe('queue entries processed together', () => {
  const play = async (faults: Record<string, unknown>) => {
    const [done, failed]: [string[], string[]] = [[], []];
    const work = async (entries: readonly string[]): Promise<void> => {
      for (const entry of entries) if (faults[entry] !== undefined) throw faults[entry];
      done.push(...entries);
    };
    const outcome = await workTogether(['a', 'b', 'c'], {
      work,
      failed: async (entry) => void failed.push(entry),
    }).catch((error: unknown) => error);
    return { done, failed, outcome };
  };

  it('are done in one call', async () => {
    expect(await play({})).toEqual({ done: ['a', 'b', 'c'], failed: [], outcome: undefined });
  });

  it('are done one by one if one entry fails', async () => {
    expect(await play({ a: new ContentError('bad') })).toEqual({ done: ['b', 'c'], failed: ['a'], outcome: undefined });
    const defect = new TypeError('defect');
    expect(await play({ b: defect })).toEqual({ done: ['a', 'c'], failed: ['b'], outcome: defect });
  });

  it('all wait while a dependency is unavailable', async () => {
    const away = new Unavailable('away');
    expect(await play({ b: away })).toEqual({ done: [], failed: [], outcome: away });
  });
});
