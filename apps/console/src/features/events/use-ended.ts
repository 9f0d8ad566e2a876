import { useEffect, useState } from 'react';
import { serverNow } from '../../shared/time/server-clock.ts';

/** Maximum delay of a timer in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** Whether this time (ISO 8601) has passed; false without one. */
export const useEnded = (moment: string | undefined): boolean => {
  const [now, setNow] = useState(serverNow);
  const end = moment === undefined ? Infinity : Date.parse(moment);
  useEffect(() => {
    if (end === Infinity || end <= now) return undefined;
    const timer = setTimeout(() => setNow(serverNow()), Math.min(Math.max(end - serverNow(), 0), LONGEST));
    return () => clearTimeout(timer);
  }, [end, now]);
  return end <= now;
};
