import { useEffect, useState } from 'react';
import type { EventRow } from '@portico/contracts/http/events';
import { serverNow } from '../../../shared/time/server-clock.ts';

/** Milliseconds after which the console assumes that the server has stored a published event. */
const STORE_DELAY_MS = 5_000;

/**
 * Whether the server has stored an event, so that the console can request its trace. A live event counts as stored after
 * {@link STORE_DELAY_MS}.
 * @param row the event's row in the list; undefined if the list does not contain the event
 */
export const useStored = (key: string, row: EventRow | undefined): boolean => {
  const [waitedFor, setWaitedFor] = useState<string | null>(null);
  const published = row?.stored_at === null ? row.published_at : null;
  useEffect(() => {
    if (published === null) return undefined;
    const age = serverNow() - Date.parse(published);
    // Limits the wait to `STORE_DELAY_MS`, even if a clock is wrong.
    const timer = setTimeout(() => setWaitedFor(key), Math.min(Math.max(STORE_DELAY_MS - age, 0), STORE_DELAY_MS));
    return () => clearTimeout(timer);
  }, [key, published]);
  return published === null || waitedFor === key;
};
