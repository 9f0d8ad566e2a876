import { setTimeout as sleep } from 'node:timers/promises';
import type { Draining } from './draining.ts';
import type { OpenRequests } from './open-requests.ts';

/** Milliseconds in which requests under way are answered, once nothing more is accepted. */
const FINISHING = 15_000;

/**
 * What comes before an application is closed: it is not ready for so many milliseconds and serves on, accepts nothing more, and
 * finishes what it has accepted. Resolves with the number of requests that were not answered in time.
 */
export async function drain(draining: Draining, requests: OpenRequests, milliseconds: number): Promise<number> {
  requests.end();
  if (milliseconds > 0) {
    draining.start(milliseconds);
    await sleep(milliseconds);
  }
  return requests.finish(FINISHING);
}
