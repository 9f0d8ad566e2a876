import { type ActivityKey, activityKey, type MinuteCount } from '@portico/contracts/events/activity';
import type { Positions } from '@portico/contracts/events/position';
import type { AcceptedEvent } from '../judge/accepted-event.ts';

const MINUTE = 60_000;
/** Minutes of a partition that are kept besides the newest one: clocks of brokers differ by less. */
const OPEN_MINUTES = 2;

/** Numbers that are kept, some 20 MB. With more it forgets them all: the minutes of now then count less than there was. */
const MAX_COUNTS = 100_000;

/** How many events of a kind arrived in one partition within one minute. */
export type CountRow = ActivityKey & { partition: number; minute: number; total: number; failures: number };

const countKey = (key: string, partition: number, minute: number): string => `${partition}/${minute}/${key}`;

/**
 * How many events of each kind arrived by partition and minute. A partition is read by one process at a time, which continues
 * the numbers of the one before it: they only grow.
 */
export class ArrivalCounts {
  private readonly counts = new Map<string, CountRow>();
  /** The last place of each partition that is counted. */
  private places: Positions = new Map();

  constructor(private readonly limit = MAX_COUNTS) {}

  /** @param places - the last stored place by partition; `counts` are of everything up to it. */
  begin(places: Positions, counts: readonly CountRow[]): void {
    this.places = places;
    this.counts.clear();
    for (const one of counts) this.counts.set(countKey(activityKey(one), one.partition, one.minute), { ...one });
  }

  /** Counts those of these events that are not counted yet. @returns the numbers that grew, by kind. */
  add(stored: readonly AcceptedEvent[]): Map<string, MinuteCount[]> {
    const grown = new Map<string, CountRow>();
    const places = new Map(this.places);
    const seen = new Map<number, Set<number>>();
    for (const { event, publishedAt, storedAt } of stored) {
      const { partition, offset } = storedAt;
      // Repetitions of events that this partition, or another process, counted.
      if (offset <= (this.places.get(partition) ?? Number.POSITIVE_INFINITY)) continue;
      const inPartition = seen.get(partition) ?? new Set();
      seen.set(partition, inPartition);
      if (inPartition.has(offset)) continue;
      inPartition.add(offset);
      places.set(partition, Math.max(offset, places.get(partition) ?? -1));
      const key = countKey(activityKey(event), partition, minuteOf(publishedAt));
      const count = this.counts.get(key) ?? newCount(event, partition, minuteOf(publishedAt));
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
    for (const { partition, minute } of this.counts.values())
      newest.set(partition, Math.max(minute, newest.get(partition) ?? 0));
    for (const [key, { partition, minute }] of this.counts)
      if (minute < (newest.get(partition) ?? 0) - OPEN_MINUTES * MINUTE) this.counts.delete(key);
    if (this.counts.size > this.limit) this.counts.clear();
  }
}

export const minuteOf = (moment: number): number => moment - (moment % MINUTE);

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
