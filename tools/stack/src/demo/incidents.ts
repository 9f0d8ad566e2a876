import { banking } from './flows/banking.ts';
import { invoicing } from './flows/trade.ts';
import type { FailureRate, Source } from './event-source.ts';

const MINUTE = 60_000;
type Span = { every: number; after: number; for: number };

const isWithin = ({ every, after, for: length }: Span, start: Date, at: Date): boolean => {
  const into = (at.getTime() - start.getTime()) % every;
  return into >= after && into < after + length;
};

/** Times at which all events of the bank fail: for five minutes in every 20 minutes, after the first minute. */
export const INCIDENT = { every: 20 * MINUTE, after: MINUTE, for: 5 * MINUTE };
/** The failure rate of the other integrations. Low, so that an episode stands out. */
const NORMAL_RATE = 0.005;

export const incidents =
  (start: Date): FailureRate =>
  ({ kind }, at) => {
    if (kind !== banking) return NORMAL_RATE;
    return isWithin(INCIDENT, start, at) ? 1 : 0;
  };

/** Times at which the invoicing integration sends no events: for six minutes in every 20 minutes, after the first two minutes. */
export const SILENCE = { every: 20 * MINUTE, after: 2 * MINUTE, for: 6 * MINUTE };
/** Expected interval of the invoicing integration in minutes. People are notified if it sends nothing for longer. */
export const EXPECTED_MINUTES = 2;
export const fallsSilent = ({ kind }: Source): boolean => kind === invoicing;

export const sending =
  (start: Date) =>
  (sources: readonly Source[], at: Date): Source[] =>
    sources.filter((source) => !fallsSilent(source) || !isWithin(SILENCE, start, at));
