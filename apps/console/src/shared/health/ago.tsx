import { useEffect, useState } from 'react';
import { formatDuration, formatTime } from '@portico/ui';
import { serverNow } from '../time/server-clock.ts';

/** How often what was a while ago is said again, in milliseconds. */
const TICK = 5_000;
/** Clocks differ by about this much. */
const MOMENT = 5_000;

/** How long ago a moment was, in its largest unit. */
export const agoText = (at: string, now: number): string => {
  const age = now - Date.parse(at);
  if (age < MOMENT) return 'just now';
  // Whole seconds: a fraction would be another one each time.
  const text = formatDuration(Math.max(10_000, age)).split(' ').slice(0, 2).join(' ');
  return `${age < 10_000 ? `${Math.floor(age / 1_000)} s` : text} ago`;
};

/** The time, as it passes while somebody looks. */
export const useNow = (): number => {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK);
    return () => clearInterval(timer);
  }, []);
  return now;
};

/** A moment as how long ago it was; pointing at it shows the time. */
export const Ago = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatTime(at)}>
    {agoText(at, useNow())}
  </time>
);
