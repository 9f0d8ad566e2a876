import { useEffect, useState } from 'react';
import type { EventRow } from '@portico/contracts/http/events';
import { serverNow } from '../../../shared/time/server-clock.ts';

/** How long after it was published an event may not be stored yet, in milliseconds. */
const STORING_MS = 5_000;

/**
 * Whether an event can be expected to be stored, so that its trace is there to be asked for. One that came live is given
 * a moment for it.
 * @param row as the list knows the event; undefined where it does not
 */
export const useStored = (key: string, row: EventRow | undefined): boolean => {
  const [waitedFor, setWaitedFor] = useState<string | null>(null);
  const published = row?.stored_at === null ? row.published_at : null;
  useEffect(() => {
    if (published === null) return undefined;
    const age = serverNow() - Date.parse(published);
    // Whatever the viewer's clock says, it is not waited for longer than that.
    const timer = setTimeout(() => setWaitedFor(key), Math.min(Math.max(STORING_MS - age, 0), STORING_MS));
    return () => clearTimeout(timer);
  }, [key, published]);
  return published === null || waitedFor === key;
};
