import { setTimeout as sleep } from 'node:timers/promises';
import type { Draining } from './draining.ts';
import type { OpenRequests } from './open-requests.ts';

/** Milliseconds for open requests to finish after the port closes. */
const FINISHING = 15_000;

/**
 * Prepares an application for closing: reports not ready but serves for the given milliseconds, then closes the port and finishes
 * open requests. Resolves with the number of requests that are unanswered after 15 seconds.
 */
export async function drain(draining: Draining, requests: OpenRequests, milliseconds: number): Promise<number> {
  draining.hasBegun = true;
  requests.end();
  if (milliseconds > 0) {
    draining.start(milliseconds);
    await sleep(milliseconds);
  }
  return requests.finish(FINISHING);
}
