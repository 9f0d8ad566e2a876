import type { ApiClient } from '@portico/api-client';
import { eventHistogram, type EventRow, listEvents } from '@portico/contracts/http/events';
import type { EpisodeEvents } from '@portico/contracts/http/episodes';

/** Events up to which the oldest one is asked for by its place in the list. */
const NEAR = 2_000;
/** Times that the span is cut to its first bar; each cuts it to a two-hundredth. */
const CUTS = 4;
const BARS = 200;

type Filter = Omit<EpisodeEvents, 'from'> & { from?: string; sender?: 'trusted' };

/**
 * The oldest event of a filter; null when it has none. The list is newest first: a long one is cut to the first bar of its
 * histogram before its last row is asked for.
 */
export async function findOldest(events: ApiClient, filter: Filter): Promise<EventRow | null> {
  let within = filter;
  for (let cut = 0; ; cut += 1) {
    const { count, countIsExact } = await events.call(listEvents, { query: { ...within, limit: 1 } });
    if (count === 0) return null;
    if ((countIsExact && count <= NEAR) || cut === CUTS) {
      const last = await events.call(listEvents, { query: { ...within, limit: 1, offset: count - 1 } });
      return last.data[0] ?? null;
    }
    const { buckets, step } = await events.call(eventHistogram, { query: { ...within, buckets: BARS } });
    const first = buckets.find(({ failure }) => failure > 0);
    if (!first) return null;
    within = { ...within, to: new Date(Date.parse(first.at) + step * 1_000).toISOString() };
  }
}
