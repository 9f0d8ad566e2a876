import { describe, expect, it } from '@jest/globals';
import { errorOfResponse } from './api-error.ts';
import { errorText } from './error-text.ts';

const problem = { type: 'about:blank', title: 'Conflict', status: 409, code: 'conflict', message: 'Changed meanwhile' };

describe('the text of an error response', () => {
  // spec: 8.1, D.62
  it.each<[string, number, unknown, string]>([
    ['only a message', 400, { message: 'One string' }, 'One string'],
    ['only a list of messages', 422, { message: ['First bad', 'Second bad'] }, 'First bad. Second bad'],
    ['an unknown code', 418, { message: 'I am a teapot', code: 'teapot' }, 'I am a teapot'],
    ['a message of a server error', 500, { message: 'The disk is full' }, 'The disk is full'],
    ['a problem document', 409, problem, 'Changed meanwhile'],
    ['a message that is a number', 400, { message: 42 }, 'An unknown error occurred'],
    ['a list with an entry that is not text', 400, { message: ['x', 1] }, 'An unknown error occurred'],
    ['no message', 400, {}, 'An unknown error occurred'],
    ['text instead of an object', 400, 'down', 'An unknown error occurred'],
  ])('is chosen for a body with %s', async (_, status, body, text) => {
    const error = await errorOfResponse(Response.json(body, { status }));
    expect(errorText(error)).toBe(text);
    expect(error.status).toBe(status);
  });
});

describe('the retry delay of an error response', () => {
  const after = async (header: string | null) =>
    (
      await errorOfResponse(
        new Response(null, { status: 503, headers: header === null ? {} : { 'retry-after': header } }),
      )
    ).retryAfterMs;

  it('is read from Retry-After in seconds and as a date', async () => {
    expect(await after('3')).toBe(3_000);
    const inAMinute = await after(new Date(Date.now() + 60_000).toUTCString());
    expect(inAMinute).toBeGreaterThan(57_000);
    expect(inAMinute).toBeLessThanOrEqual(60_000);
    expect(await after(new Date(0).toUTCString())).toBe(0);
  });

  it('is undefined when the header is missing or invalid', async () => {
    expect(await after(null)).toBeUndefined();
    expect(await after('soon')).toBeUndefined();
  });
});
