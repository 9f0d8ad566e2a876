import { useEffect, useState } from 'react';
import { formatDuration, formatTime } from '@portico/ui';
import { serverNow } from '../time/server-clock.ts';

/** Milliseconds between updates of a relative time. */
const TICK = 5_000;
/** Clocks differ by about this many milliseconds. */
const MOMENT = 5_000;

/** The age of a timestamp in its largest unit. */
export const agoText = (at: string, now: number): string => {
  const age = now - Date.parse(at);
  if (age < MOMENT) return 'just now';
  // Whole seconds, so that the text does not change with every fraction.
  const text = formatDuration(Math.max(10_000, age)).split(' ').slice(0, 2).join(' ');
  return `${age < 10_000 ? `${Math.floor(age / 1_000)} s` : text} ago`;
};

/** The current time, updated while the component is mounted. */
export const useNow = (): number => {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK);
    return () => clearInterval(timer);
  }, []);
  return now;
};

/** A timestamp as its age; its title shows the time. */
export const Ago = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatTime(at)}>
    {agoText(at, useNow())}
  </time>
);
