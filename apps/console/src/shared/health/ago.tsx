import { useEffect, useState } from 'react';
import { formatDuration, formatTime } from '@portico/ui';
import { serverNow } from '../time/server-clock.ts';

const TICK_MS = 5_000;
/** Milliseconds below which an age is shown as `just now`, because the clocks of server and computer differ by about this much. */
const JUST_NOW_MS = 5_000;

/** Formats the age of a timestamp in its largest unit, such as `3 min ago`. */
export const agoText = (at: string, now: number): string => {
  const age = now - Date.parse(at);
  if (age < JUST_NOW_MS) return 'just now';
  // Shows whole seconds, so that the text does not change with every fraction of a second.
  const text = formatDuration(Math.max(10_000, age)).split(' ').slice(0, 2).join(' ');
  return `${age < 10_000 ? `${Math.floor(age / 1_000)} s` : text} ago`;
};

export const useNow = (): number => {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
};

export const Ago = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatTime(at)}>
    {agoText(at, useNow())}
  </time>
);
