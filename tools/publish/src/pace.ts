import { setTimeout as sleep } from 'node:timers/promises';
import type { EventFlags } from './flags.ts';

/** Events that are sent together when no rate is asked for. */
const BATCH = 500;
/** How often a rate is kept, in milliseconds. */
const TICK = 50;

export type Pace = Pick<EventFlags, 'count' | 'rate'>;

/** How many of `count` events should have been sent after `elapsed` milliseconds; the first one at once. */
export const dueAfter = (elapsed: number, { count, rate }: Pace): number =>
  rate === undefined ? count : Math.min(count, Math.floor((elapsed * rate) / 1_000) + 1);

/** How many events are to be sent next, again and again until all are, at their rate. */
export async function* paced(pace: Pace): AsyncGenerator<number> {
  const startedAt = performance.now();
  for (let sent = 0; sent < pace.count;) {
    const due = Math.min(dueAfter(performance.now() - startedAt, pace) - sent, BATCH);
    if (due <= 0) {
      await sleep(TICK);
      continue;
    }
    yield due;
    sent += due;
  }
}
