import { NotFoundException } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { ContentError, Unavailable } from '../errors.ts';
import { Problem } from './problem.ts';
import { toProblem } from './problem.filter.ts';

describe('what a handler throws', () => {
  it('is answered with 503 and the request to try again when a dependency is unavailable', () => {
    const cause = new Unavailable('connect ECONNREFUSED 10.0.0.5:8123');
    expect(toProblem(cause)).toMatchObject({ status: 503, code: 'unavailable', cause });
    expect(toProblem(cause)?.message).toBe('The service is not available right now. Please try again.');
  });

  it('is answered as it was decided, or as what Nest found wrong with the request', () => {
    const decided = Problem.unauthenticated();
    expect(toProblem(decided)).toBe(decided);
    expect(toProblem(new NotFoundException('Cannot GET /x'))).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('is no problem of its own when it is a defect', () => {
    expect(toProblem(new TypeError('x is undefined'))).toBeNull();
    expect(toProblem(new ContentError('row 3'))).toBeNull();
  });
});
