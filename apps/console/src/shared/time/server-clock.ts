/*
 * The server's time. A computer's clock may be wrong: every answer of the API says what time it is, to the second.
 */

/** What is off by more than this is worth a word, in milliseconds. */
const WRONG_MS = 120_000;
/** Less than this changes nothing that anybody asked for, in milliseconds. */
const NOTABLE_MS = 10_000;
const SECOND = 1_000;

/** How far the server's clock is ahead of this computer's, in milliseconds. */
let offset = 0;
const listeners = new Set<() => void>();

/** The server's time, in milliseconds since 1970. */
export const serverNow = (): number => Date.now() + offset;

/** How far this computer's clock is ahead, in milliseconds; negative: behind. 0 unless it is clearly wrong. */
export const clockError = (): number => (Math.abs(offset) > WRONG_MS ? -offset : 0);

/** Calls `listener` when the computer's clock turns out to differ from what was known. Returns how to stop. */
export const onClockChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** @param sentAt when the answer was asked for, by this computer's clock, in milliseconds since 1970 */
export const measureClock = ({ headers }: Response, sentAt: number): void => {
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date)) return;
  // The server said its time between the question and the answer, cut off to the second.
  const [least, most] = [date - Date.now(), date + SECOND - sentAt];
  const measured = Math.min(Math.max(offset, least), most);
  const isOther = Math.abs(measured - offset) > NOTABLE_MS;
  offset = measured;
  if (isOther) for (const listener of listeners) listener();
};
