import { type ActivityKey, activityKey, type MinuteCount } from '@portico/contracts/events/activity';
import type { Positions } from '@portico/contracts/events/position';
import type { AcceptedEvent } from '../judge/accepted-event.ts';

const MINUTE = 60_000;
/** Minutes for which numbers are kept after the last arrival that raised them: clocks of brokers differ by less. */
const OPEN_MINUTES = 2;
/** An event that arrives later than this counts in the minute in which it happened. */
export const LATE_AFTER = 10 * MINUTE;
/** Milliseconds before the newest minute of its kind that count. Older events are history: no threshold spans more. */
export const COUNTED_SPAN = 60 * MINUTE;

/** Numbers that are kept, some 20 MB. With more it forgets them all: the minutes of now then count less than there was. */
const MAX_COUNTS = 100_000;

/** How many events of a kind count in one partition within one minute: see {@link countedMinute}. */
export type CountRow = ActivityKey & { partition: number; minute: number; total: number; failures: number };

const countKey = (key: string, partition: number, minute: number): string => `${partition}/${minute}/${key}`;

/**
 * How many events of each kind arrived by partition and minute. A partition is read by one process at a time, which continues
 * the numbers of the one before it: they only grow.
 */
export class ArrivalCounts {
  private readonly counts = new Map<string, CountRow & { arrivedAt: number }>();
  /** The last place of each partition that is counted. */
  private places: Positions = new Map();

  constructor(private readonly limit = MAX_COUNTS) {}

  /** @param places - the last stored place by partition; `counts` are of everything up to it. */
  begin(places: Positions, counts: readonly CountRow[]): void {
    this.places = places;
    this.counts.clear();
    const arrivedAt = Math.max(0, ...counts.map(({ minute }) => minute));
    for (const one of counts)
      this.counts.set(countKey(activityKey(one), one.partition, one.minute), { ...one, arrivedAt });
  }

  /** Counts those of these events that are not counted yet. @returns the numbers that grew, by kind. */
  add(stored: readonly AcceptedEvent[]): Map<string, MinuteCount[]> {
    const grown = new Map<string, CountRow>();
    const newest = newestMinutes(stored);
    const places = new Map(this.places);
    const seen = new Map<number, Set<number>>();
    for (const one of stored) {
      const { event, publishedAt, storedAt } = one;
      const { partition, offset } = storedAt;
      // Repetitions of events that this partition, or another process, counted.
      if (offset <= (this.places.get(partition) ?? Number.POSITIVE_INFINITY)) continue;
      const inPartition = seen.get(partition) ?? new Set();
      seen.set(partition, inPartition);
      if (inPartition.has(offset)) continue;
      inPartition.add(offset);
      places.set(partition, Math.max(offset, places.get(partition) ?? -1));
      const [kind, minute] = [activityKey(event), countedMinute(one)];
      if (minute < (newest.get(kind) ?? 0) - COUNTED_SPAN) continue;
      const key = countKey(kind, partition, minute);
      const count = this.counts.get(key) ?? { ...newCount(event, partition, minute), arrivedAt: 0 };
      count.arrivedAt = Math.max(count.arrivedAt, minuteOf(publishedAt));
      count.total += 1;
      if (event.result === 'FAILURE') count.failures += 1;
      this.counts.set(key, count);
      grown.set(key, count);
    }
    this.places = places;
    this.forgetOld();
    return countsByKind([...grown.values()]);
  }

  private forgetOld(): void {
    const newest = new Map<number, number>();
    for (const { partition, arrivedAt } of this.counts.values())
      newest.set(partition, Math.max(arrivedAt, newest.get(partition) ?? 0));
    for (const [key, { partition, arrivedAt }] of this.counts)
      if (arrivedAt < (newest.get(partition) ?? 0) - OPEN_MINUTES * MINUTE) this.counts.delete(key);
    if (this.counts.size > this.limit) this.counts.clear();
  }
}

export const minuteOf = (moment: number): number => moment - (moment % MINUTE);

/** The minute of arrival; of a late event, the minute in which it happened. A history that is loaded at once is no outage of now. */
export function countedMinute({ event, publishedAt }: Pick<AcceptedEvent, 'event' | 'publishedAt'>): number {
  const at = Date.parse(event.timestamp);
  return minuteOf(at < publishedAt - LATE_AFTER ? at : publishedAt);
}

function newestMinutes(stored: readonly AcceptedEvent[]): Map<string, number> {
  const newest = new Map<string, number>();
  for (const one of stored) {
    const kind = activityKey(one.event);
    newest.set(kind, Math.max(countedMinute(one), newest.get(kind) ?? 0));
  }
  return newest;
}

/** As records say them, by {@link activityKey}. */
export function countsByKind(rows: readonly CountRow[]): Map<string, MinuteCount[]> {
  const kinds = new Map<string, MinuteCount[]>();
  for (const row of rows) {
    const { partition, minute, total, failures } = row;
    const counts = kinds.get(activityKey(row)) ?? [];
    counts.push({ partition, minute: new Date(minute).toISOString(), total, failures });
    kinds.set(activityKey(row), counts);
  }
  return kinds;
}

const newCount = (
  { organization_id, source_id, event_name }: ActivityKey,
  partition: number,
  minute: number,
): CountRow => ({
  organization_id,
  source_id,
  event_name,
  partition,
  minute,
  total: 0,
  failures: 0,
});
