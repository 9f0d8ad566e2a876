import { type ActivityKey, activityKey, type MinuteCount } from '@portico/contracts/events/activity';
import type { Positions } from '@portico/contracts/events/position';
import type { AcceptedEvent } from '../judge/accepted-event.ts';
import { ByKind } from './by-kind.ts';

const MINUTE = 60_000;
/** Minutes that counts stay in memory after the last arrival. Brokers' clocks differ by less. */
const OPEN_MINUTES = 2;
/** Milliseconds after which an event is late. A late event counts in the minute of its own time instead of its arrival. */
export const LATE_AFTER = 10 * MINUTE;
/** Maximum milliseconds by which a counted event is older than the newest event of its kind. No threshold covers a longer time. */
export const COUNTED_SPAN = 60 * MINUTE;

/** Maximum counts in memory, about 20 MB. Beyond it, all counts are forgotten, so the counts of current minutes are too low. */
const MAX_COUNTS = 100_000;

/** The number of events of a kind in one partition and minute: see {@link countedMinute}. */
export type CountRow = ActivityKey & { partition: number; minute: number; total: number; failures: number };

/** `arrivedAt`: minute of the last arrival. */
type Count = CountRow & { arrivedAt: number };

const countKey = (key: string, partition: number, minute: number): string => `${partition}/${minute}/${key}`;

/**
 * Counts events of each kind by partition and minute. Counts only grow: one process at a time reads a partition, and continues the
 * counts of the previous process.
 */
export class ArrivalCounts {
  private readonly counts = new Map<string, Count>();
  /** The position of the last counted event of each partition. */
  private places: Positions = new Map();

  constructor(private readonly limit = MAX_COUNTS) {}

  /** @param places the position of the last stored event of each partition. `counts` include all events up to these positions. */
  begin(places: Positions, counts: readonly CountRow[]): void {
    this.places = places;
    this.counts.clear();
    const arrivedAt = Math.max(0, ...counts.map(({ minute }) => minute));
    for (const one of counts)
      this.counts.set(countKey(activityKey(one), one.partition, one.minute), { ...one, arrivedAt });
  }

  /**
   * Counts new events.
   * @returns the counts that grew, by kind.
   */
  add(stored: readonly AcceptedEvent[]): Map<string, MinuteCount[]> {
    const kinds = new ByKind((kind) => new NewCounts(kind));
    const places = new Map(this.places);
    for (const one of inOrder(stored)) {
      const { partition, offset } = one.storedAt;
      const minute = countedMinute(one);
      const counts = kinds.of(one.event);
      counts.newest = Math.max(counts.newest, minute);
      // Skips repeated events, and events of partitions that another process reads.
      if (offset <= (places.get(partition) ?? Number.POSITIVE_INFINITY)) continue;
      places.set(partition, offset);
      if (minute < counts.newest - COUNTED_SPAN) continue;
      const row = counts.of(partition, minute);
      row.arrivedAt = Math.max(row.arrivedAt, minuteOf(one.publishedAt));
      row.total += 1;
      if (one.event.result === 'FAILURE') row.failures += 1;
    }
    this.places = places;
    const grown = kinds.values.flatMap(({ kind, newest, rows }) =>
      rows.filter(({ minute }) => minute >= newest - COUNTED_SPAN).map((row) => this.grow(activityKey(kind), row)),
    );
    this.forgetOld();
    return countsByKind(grown);
  }

  private grow(kind: string, row: Count): Count {
    const key = countKey(kind, row.partition, row.minute);
    const count = this.counts.get(key) ?? { ...row, total: 0, failures: 0 };
    count.arrivedAt = Math.max(count.arrivedAt, row.arrivedAt);
    count.total += row.total;
    count.failures += row.failures;
    this.counts.set(key, count);
    return count;
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

/**
 * The minute in which an event counts: the minute of its arrival, or of its own time if the event is late. Loading old events
 * therefore does not look like a current outage.
 */
export function countedMinute({ moment, publishedAt }: Pick<AcceptedEvent, 'moment' | 'publishedAt'>): number {
  return minuteOf(moment < publishedAt - LATE_AFTER ? moment : publishedAt);
}

/** Counts in the format of records, by {@link activityKey}. */
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

/** Counts that a batch adds to one kind. */
class NewCounts {
  /** The newest minute of all events of this kind in the batch, including repeated events. */
  newest = 0;
  readonly rows: Count[] = [];
  private readonly partitions = new Map<number, Map<number, Count>>();

  constructor(readonly kind: ActivityKey) {}

  of(partition: number, minute: number): Count {
    let minutes = this.partitions.get(partition);
    if (!minutes) this.partitions.set(partition, (minutes = new Map()));
    let row = minutes.get(minute);
    if (!row) {
      row = { ...this.kind, partition, minute, total: 0, failures: 0, arrivedAt: 0 };
      minutes.set(minute, row);
      this.rows.push(row);
    }
    return row;
  }
}

/** Sorts the events of each partition by position, so that a repeated event follows the event that it repeats. */
function inOrder(stored: readonly AcceptedEvent[]): readonly AcceptedEvent[] {
  const lasts = new Map<number, number>();
  for (const { storedAt } of stored) {
    if (storedAt.offset <= (lasts.get(storedAt.partition) ?? -1))
      return stored.toSorted((a, b) => a.storedAt.offset - b.storedAt.offset);
    lasts.set(storedAt.partition, storedAt.offset);
  }
  return stored;
}
