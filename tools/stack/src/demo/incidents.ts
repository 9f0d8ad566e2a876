import { banking } from './flows/banking.ts';
import type { FailureRate } from './event-source.ts';

const MINUTE = 60_000;
/** So often does the bank go away, and for so long. */
export const INCIDENT = { every: 20 * MINUTE, after: MINUTE, for: 5 * MINUTE };
/** Few events fail otherwise, so that an episode is worth a look. */
export const QUIET_RATE = 0.005;

/** Everything of the bank fails for some minutes, then works again: an episode that opens and recovers. */
export const incidents =
  (start: Date): FailureRate =>
  ({ kind }, at) => {
    if (kind !== banking) return QUIET_RATE;
    const into = (at.getTime() - start.getTime()) % INCIDENT.every;
    return into >= INCIDENT.after && into < INCIDENT.after + INCIDENT.for ? 1 : 0;
  };
