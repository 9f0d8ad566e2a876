/* The server's time. The Date header of every API response corrects a wrong computer clock, to the second. */

/** Clock error in milliseconds above which the console shows a message. */
const TOLERANCE_MS = 120_000;
/** Change of the measured error in milliseconds below which listeners are not called. */
const MIN_CHANGE_MS = 10_000;
const SECOND = 1_000;

/** Milliseconds by which the server's clock is ahead of this computer's clock. */
let offset = 0;
const listeners = new Set<() => void>();

/** The server's time, in milliseconds since 1970. */
export const serverNow = (): number => Date.now() + offset;

/** Milliseconds by which this computer's clock is ahead, negative if behind. Returns 0 for errors up to `TOLERANCE_MS`. */
export const clockError = (): number => (Math.abs(offset) > TOLERANCE_MS ? -offset : 0);

/** Calls `listener` when the measured clock difference changes. Returns a function that unsubscribes. */
export const onClockChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Measures the clock difference. @param sentAt time of the request by this computer's clock, in milliseconds since 1970 */
export const measureClock = ({ headers }: Response, sentAt: number): void => {
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date)) return;
  // The Date header contains the server's time at a moment between request and response, truncated to the second.
  const [min, max] = [date - Date.now(), date + SECOND - sentAt];
  const measured = Math.min(Math.max(offset, min), max);
  const isOther = Math.abs(measured - offset) > MIN_CHANGE_MS;
  offset = measured;
  if (isOther) for (const listener of listeners) listener();
};
