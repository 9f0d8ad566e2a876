import type { Page } from '@portico/contracts/common/page';
import { offsetOf } from '@portico/contracts/events/position';
import type { EventFacets } from '@portico/contracts/http/event-facets';
import type { EventHistogram, EventList } from '@portico/contracts/http/events';
import type { RejectedEvent } from '@portico/contracts/http/rejected-events';
import { type Kafka, withAdmin } from '@portico/kafka';
import { type Call, read } from '@portico/testkit';
import { INGEST_GROUP, logRanges, settledPositions } from '../../src/logs/topic-offsets.ts';

const PAGE = 100;

/** Returns the ids of all rejected events in the inbox. */
export async function rejectedIds(call: Call): Promise<Set<string | null>> {
  const ids = new Set<string | null>();
  for (let offset = 0, count = 1; offset < count; offset += PAGE) {
    const page = await read<Page<RejectedEvent>>(call, `/events/rejected?limit=${PAGE}&offset=${offset}`);
    for (const { event_id } of page.data) ids.add(event_id);
    count = page.count;
  }
  return ids;
}

/** Returns the count of the list, and the totals of the histogram and of a facet. */
export async function totalsOf(call: Call): Promise<[list: number, histogram: number, facets: number]> {
  const { count } = await read<EventList>(call, '/events?limit=1');
  const { buckets } = await read<EventHistogram>(call, '/events/histogram');
  const { status } = await read<EventFacets>(call, '/events/facets');
  const shown = buckets.reduce((sum, { success, failure }) => sum + success + failure, 0);
  return [count, shown, status.reduce((sum, one) => sum + one.count, 0)];
}

/** Describes the partitions with events that the ingest has not yet processed, for an error message. */
export async function lagOf(kafka: Kafka): Promise<string> {
  const { logs, settled, group } = await withAdmin(kafka, async (admin) => ({
    logs: await logRanges(admin),
    settled: await settledPositions(admin),
    group: (await admin.describeGroups([INGEST_GROUP])).groups[0],
  }));
  const behind = [...logs].flatMap(([partition, { end }]) => {
    const next = offsetOf((settled.get(partition)?.place ?? -1) + 1);
    return next < end ? [`partition ${partition} at ${next} of ${end}`] : [];
  });
  return `${group?.state} of ${group?.members.length} members, behind: ${behind.join(', ') || 'none'}`;
}
