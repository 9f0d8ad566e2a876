import { useEffect } from 'react';
import { formatRelative, formatTime, type TimeZone } from '@portico/ui';
import { serverNow } from '../../shared/time/server-clock.ts';

/** Sets the title of a time under the pointer to its current age. */
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
