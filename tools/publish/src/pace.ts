import { setTimeout as sleep } from 'node:timers/promises';
import type { EventFlags } from './flags.ts';

const MAX_BATCH = 500;
/** Interval between batches if a rate is given. */
const TICK_MS = 50;

type Pace = Pick<EventFlags, 'count' | 'rate'>;

/** Returns how many of the `count` events to send within the first `elapsed` milliseconds. The first event is sent immediately. */
export const dueAfter = (elapsed: number, { count, rate }: Pace): number =>
  rate === undefined ? count : Math.min(count, Math.floor((elapsed * rate) / 1_000) + 1);

/** Yields the sizes of the next batches, timed by the rate, until all events are sent. */
export async function* paced(pace: Pace): AsyncGenerator<number> {
  const startedAt = performance.now();
  for (let sent = 0; sent < pace.count;) {
    const due = Math.min(dueAfter(performance.now() - startedAt, pace) - sent, MAX_BATCH);
    if (due <= 0) {
      await sleep(TICK_MS);
      continue;
    }
    yield due;
    sent += due;
  }
}
