import { describe, expect, it } from '@jest/globals';
import { ContentError, Unavailable } from '@portico/service';
import { isGivenUp, retrySeconds } from './queue.ts';

describe('an entry of a queue that failed', () => {
  it('is given up at once over its content, after five attempts over a defect, and never over a dependency', () => {
    const attempts = [1, 2, 4, 5, 6];
    const givenUp = (error: unknown) => attempts.filter((count) => isGivenUp(error, count));
    expect(givenUp(new ContentError('bad'))).toEqual(attempts);
    expect(givenUp(new TypeError('defect'))).toEqual([5, 6]);
    expect(givenUp(new Unavailable('away'))).toEqual([]);
  });

  it('is due again after pauses that double up to the longest', () => {
    expect([1, 2, 3, 4, 5, 6, 60].map((attempts) => retrySeconds(attempts, 30))).toEqual([2, 4, 8, 16, 30, 30, 30]);
  });
});
