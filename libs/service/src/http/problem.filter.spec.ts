import { NotFoundException } from '@nestjs/common';
import { describe, expect, it, jest } from '@jest/globals';
import { classifyErrors, ContentError, Unavailable } from '../errors.ts';
import { Problem } from './problem.ts';
import { logProblem, toProblem } from './problem.filter.ts';

describe('an error thrown by a handler', () => {
  it('becomes a 503 with retry-after if a dependency is unavailable', () => {
    const cause = new Unavailable('connect ECONNREFUSED 10.0.0.5:8123');
    expect(toProblem(cause)).toMatchObject({ status: 503, code: 'unavailable', cause, retryAfter: 2 });
    expect(toProblem(cause)?.message).toBe('The service is not available right now. Please try again.');
  });

  it("becomes a 503 if a library's rules classify it as unavailable", () => {
    const away = Object.assign(new Error('the database system is starting up'), { code: '57P03' });
    expect(toProblem(away)).toBeNull();
    classifyErrors((error) => (error === away ? new Unavailable(away.message, { cause: away }) : error));
    expect(toProblem(away)).toMatchObject({ status: 503, code: 'unavailable' });
    expect(toProblem(new TypeError('x is undefined'))).toBeNull();
  });

  it('is logged with its stack for a defect and in one line for an unavailable dependency', () => {
    const [warn, error] = [jest.fn(), jest.fn()];
    const defect = new TypeError('x is undefined');
    logProblem({ warn, error }, new Problem('internal', 'An unknown error occurred', [], { cause: defect }));
    expect(error.mock.calls).toEqual([[defect]]);
    logProblem({ warn, error }, Problem.unavailable('The service', new Unavailable('away')));
    logProblem({ warn, error }, Problem.notFound('The user'));
    expect(warn.mock.calls).toEqual([[{ error: 'Unavailable: away' }, 'dependency unavailable, responded with 503']]);
    expect(error).toHaveBeenCalledTimes(1);
  });

  it('keeps its status if it is a Problem or an error of Nest', () => {
    const decided = Problem.unauthenticated();
    expect(toProblem(decided)).toBe(decided);
    expect(toProblem(new NotFoundException('Cannot GET /x'))).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('does not become a Problem if it is a defect', () => {
    expect(toProblem(new TypeError('x is undefined'))).toBeNull();
    expect(toProblem(new ContentError('row 3'))).toBeNull();
  });
});
