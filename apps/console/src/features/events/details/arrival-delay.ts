import type { EventRow } from '@portico/contracts/http/events';

/** Clocks may differ by this much; later than that an event is late. Milliseconds. */
const LATE_MS = 5 * 60_000;

/** From when it happened to when it arrived, in milliseconds; negative where the publisher's clock is ahead. */
export const delayOf = ({ timestamp, published_at }: EventRow): number =>
  Date.parse(published_at) - Date.parse(timestamp);

/** Whether it arrived so long after it happened that the newest of the list have gone past it. */
export const isLate = (event: EventRow): boolean => delayOf(event) > LATE_MS;
