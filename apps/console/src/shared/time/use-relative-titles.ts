import { useEffect } from 'react';
import { formatRelative, formatTime, type TimeZone } from '@portico/ui';
import { serverNow } from './server-clock.ts';

/** Where the pointer rests on a time in a row, its title says how long ago that was, as of then. */
export const useRelativeTitles = (zone: TimeZone): void =>
  useEffect(() => {
    const onOver = ({ target }: Event) => {
      const time = target instanceof Element ? target.closest<HTMLTimeElement>('main td time') : null;
      if (time === null) return;
      time.title = `${formatRelative(time.dateTime, serverNow())}, ${formatTime(time.dateTime, zone, 'precise')}`;
    };
    document.addEventListener('mouseover', onOver, { passive: true });
    return () => document.removeEventListener('mouseover', onOver);
  }, [zone]);
