import { banking } from './flows/banking.ts';
import { invoicing } from './flows/trade.ts';
import type { FailureRate, Source } from './event-source.ts';

const MINUTE = 60_000;
type Span = { every: number; after: number; for: number };

const isWithin = ({ every, after, for: length }: Span, start: Date, at: Date): boolean => {
  const into = (at.getTime() - start.getTime()) % every;
  return into >= after && into < after + length;
};

/** How often the bank is unavailable, and for how long. */
export const INCIDENT = { every: 20 * MINUTE, after: MINUTE, for: 5 * MINUTE };
/** The normal failure rate. Low, so that an episode stands out. */
const QUIET_RATE = 0.005;

/** Makes every event of the bank fail for some minutes, and then succeed again: an episode that opens and recovers. */
export const incidents =
  (start: Date): FailureRate =>
  ({ kind }, at) => {
    if (kind !== banking) return QUIET_RATE;
    return isWithin(INCIDENT, start, at) ? 1 : 0;
  };

/** How often the invoicing integration sends nothing, and for how long. */
export const SILENCE = { every: 20 * MINUTE, after: 2 * MINUTE, for: 6 * MINUTE };
/** Expected interval of the invoicing integration in minutes. People are notified if it sends nothing for longer. */
export const EXPECTED_MINUTES = 2;
/** Whether this is the integration that becomes silent. */
export const fallsSilent = ({ kind }: Source): boolean => kind === invoicing;

/** Returns the sources that send events at a given time. */
export const sending =
  (start: Date) =>
  (sources: readonly Source[], at: Date): Source[] =>
    sources.filter((source) => !fallsSilent(source) || !isWithin(SILENCE, start, at));
