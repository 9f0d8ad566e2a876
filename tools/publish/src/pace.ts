import { setTimeout as sleep } from 'node:timers/promises';
import type { EventFlags } from './flags.ts';

/** Batch size if no rate is given. */
const BATCH = 500;
/** Milliseconds between batches if a rate is given. */
const TICK = 50;

type Pace = Pick<EventFlags, 'count' | 'rate'>;

/** Returns how many of the `count` events to send within the first `elapsed` milliseconds. The first event is sent immediately. */
export const dueAfter = (elapsed: number, { count, rate }: Pace): number =>
  rate === undefined ? count : Math.min(count, Math.floor((elapsed * rate) / 1_000) + 1);

/** Yields the sizes of the next batches, timed by the rate, until all events are sent. */
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
