import type { ServerResponse } from 'node:http';
import type { Limit } from './grant.ts';

/** Sends the rest of the quota in headers. */
export const limitHeaders =
  (response: ServerResponse) =>
  ({ limit, remaining, reset }: Limit): void => {
    response.setHeader('ratelimit-limit', limit);
    response.setHeader('ratelimit-remaining', remaining);
    response.setHeader('ratelimit-reset', reset);
  };
