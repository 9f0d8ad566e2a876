import { describe, expect, it } from '@jest/globals';
import { retryAfterOf, toAnswer, toSendError } from './http-answer.ts';
import { SendError, verdictsOf } from './transport.ts';

const rejection = (index: number) => ({
  index,
  id: `id-${index}`,
  code: 'invalid_field',
  reason: 'no',
  pointer: '/result',
});

describe('a response of the ingest endpoint', () => {
  it('contains a result for each event', () => {
    const answer = toAnswer(JSON.stringify({ accepted: 2, rejected: [rejection(1)] }));
    expect(verdictsOf(answer, 3)).toEqual([undefined, rejection(1), undefined]);
  });

  it.each([
    '',
    '<html>',
    '[]',
    'null',
    '{"accepted":1}',
    '{"accepted":"1","rejected":[]}',
    '{"accepted":-1,"rejected":[]}',
  ])('is invalid with the body %j', (text) => {
    expect(() => toAnswer(text)).toThrow(SendError);
  });

  it.each([
    { accepted: 3, rejected: [] },
    { accepted: 1, rejected: [] },
    { accepted: 1, rejected: [rejection(2)] },
    { accepted: 1, rejected: [rejection(-1)] },
    { accepted: 0, rejected: [rejection(0), rejection(0)] },
  ])('is invalid for a batch of two events if it contains %j', (answer) => {
    expect(() => verdictsOf(answer, 2)).toThrow(SendError);
  });
});

describe('toSendError', () => {
  it.each([
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [413, false],
    [415, false],
    [302, false],
    [200, false],
    [408, true],
    [429, true],
    [500, true],
    [502, true],
    [503, true],
    [504, true],
  ])('sets isRetryable for the status %d to %s', (status, isRetryable) => {
    expect(toSendError(new Response(null, { status }), '').isRetryable).toBe(isRetryable);
  });

  it('includes the problem document and its message', () => {
    const problem = {
      type: 'about:blank',
      title: 'Not allowed',
      status: 403,
      code: 'forbidden',
      message: ['One', 'Two'],
    };
    const error = toSendError(new Response(null, { status: 403 }), JSON.stringify(problem));
    expect(error).toMatchObject({ status: 403, problem, message: 'the server answered 403: One. Two' });
    expect(toSendError(new Response(null, { status: 502 }), '<html>').message).toBe('the server answered 502');
  });
});

describe('retryAfterOf', () => {
  it.each([
    [null, undefined],
    ['7', 7_000],
    ['0', 0],
    ['Tue, 24 Nov 2026 09:00:30 GMT', 30_000],
    ['Tue, 24 Nov 2026 08:00:00 GMT', 0],
    ['soon', undefined],
  ])('converts the header %j to %j milliseconds', (header, milliseconds) => {
    expect(retryAfterOf(header, Date.UTC(2026, 10, 24, 9))).toBe(milliseconds);
  });
});
