import { banking } from './flows/banking.ts';
import { invoicing } from './flows/trade.ts';
import type { FailureRate, Source } from './event-source.ts';

const MINUTE = 60_000;
type Span = { every: number; after: number; for: number };

const isWithin = ({ every, after, for: length }: Span, start: Date, at: Date): boolean => {
  const into = (at.getTime() - start.getTime()) % every;
  return into >= after && into < after + length;
};

/** So often does the bank go away, and for so long. */
export const INCIDENT = { every: 20 * MINUTE, after: MINUTE, for: 5 * MINUTE };
/** Few events fail otherwise, so that an episode is worth a look. */
export const QUIET_RATE = 0.005;

/** Everything of the bank fails for some minutes, then works again: an episode that opens and recovers. */
export const incidents =
  (start: Date): FailureRate =>
  ({ kind }, at) => {
    if (kind !== banking) return QUIET_RATE;
    return isWithin(INCIDENT, start, at) ? 1 : 0;
  };

/** So often does the invoicing send nothing, and for so long. */
export const SILENCE = { every: 20 * MINUTE, after: 2 * MINUTE, for: 6 * MINUTE };
/** It sends every few seconds; of a pause this long people are notified. */
export const EXPECTED_MINUTES = 2;
/** The integration that falls silent. */
export const fallsSilent = ({ kind }: Source): boolean => kind === invoicing;

/** Those of the sources that send at a moment. */
export const sending =
  (start: Date) =>
  (sources: readonly Source[], at: Date): Source[] =>
    sources.filter((source) => !fallsSilent(source) || !isWithin(SILENCE, start, at));
