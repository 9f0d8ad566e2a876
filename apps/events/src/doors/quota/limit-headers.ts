import type { ServerResponse } from 'node:http';
import type { Limit } from './grant.ts';

/** Returns a callback that sets the response headers for the remaining quota. */
export const limitHeaders =
  (response: ServerResponse) =>
  ({ limit, remaining, reset }: Limit): void => {
    response.setHeader('ratelimit-limit', limit);
    response.setHeader('ratelimit-remaining', remaining);
    response.setHeader('ratelimit-reset', reset);
  };
