import { describe, expect, it } from '@jest/globals';
import { ApiError } from './api-error.ts';
import { errorText, firstErrorText } from './error-text.ts';

const problem = (message: string | string[]) => ({
  type: 'about:blank',
  title: 'Bad Request',
  status: 400,
  code: 'validation_failed' as const,
  message,
});

// spec: 8.1
describe('errorText', () => {
  it.each([
    ['a problem with one message', problem('Name is taken'), 'Name is taken'],
    ['a problem with several messages', problem(['Name is short', 'Zip is wrong']), 'Name is short. Zip is wrong'],
    ['an ApiError', new ApiError(problem('Name is taken')), 'Name is taken'],
    ['a JavaScript error', new Error('undefined is not a function'), 'An unknown error occurred'],
    ['a problem with an empty list', problem([]), 'An unknown error occurred'],
    ['a message that is not text', { message: 42 }, 'An unknown error occurred'],
    ['undefined', undefined, 'An unknown error occurred'],
    ['a string', 'boom', 'An unknown error occurred'],
  ])('returns the text for %s', (_, failure, text) => {
    expect(errorText(failure)).toBe(text);
  });
});

// spec: 8.2
describe('firstErrorText', () => {
  it.each([
    ['one message', problem('Name is taken'), 'Name is taken'],
    ['several messages', new ApiError(problem(['Name is short', 'Zip is wrong'])), 'Name is short'],
    ['no messages', problem([]), 'An unknown error occurred'],
    ['a JavaScript error', new Error('undefined is not a function'), 'An unknown error occurred'],
  ])('returns a single text for a failure with %s', (_, failure, text) => {
    expect(firstErrorText(failure)).toBe(text);
  });
});
