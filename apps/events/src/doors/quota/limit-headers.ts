import type { ServerResponse } from 'node:http';
import type { Limit } from './grant.ts';

/** Tells a publisher in headers what is left of the quota. */
export const limitHeaders =
  (response: ServerResponse) =>
  ({ limit, remaining, reset }: Limit): void => {
    response.setHeader('ratelimit-limit', limit);
    response.setHeader('ratelimit-remaining', remaining);
    response.setHeader('ratelimit-reset', reset);
  };
