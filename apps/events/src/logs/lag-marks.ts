/** The log of a partition. `begin`: offset of its first record. `end`: offset of its next record. */
export type LogRange = { begin: number; end: number };

/** Maximum marks. Beyond it, drops every second mark and adds marks half as often: a lag of an hour is then exact to the minute. */
const MAX_MARKS = 120;

type Mark = { at: number; ends: ReadonlyMap<number, number> };

/**
 * Determines since when events wait to be stored. Each check adds a mark: the current time and the ends of all logs. A mark is settled
 * when the ingest has processed every partition up to these ends. Events wait since the time of the oldest unsettled mark.
 */
export class LagMarks {
  private marks: Mark[] = [];
  private count = 0;
  private from: ReadonlyMap<number, number> = new Map();
  private settledAt = 0;
  /** Minimum milliseconds between two marks. */
  private distance = 0;

  /** Time of the oldest unsettled mark; null if everything is settled. */
  get oldest(): number | null {
    return this.marks[0]?.at ?? null;
  }

  /** Time of the newest check whose events are all settled; 0 before the first such check, and after a commit has moved back. */
  get settledTo(): number {
    return this.settledAt;
  }

  /** Number of events that the ingest has not yet stored, rejected or found to be duplicates. */
  get waiting(): number {
    return this.count;
  }

  /** {@link oldest}, by partition. */
  get oldestByPartition(): ReadonlyMap<number, number | null> {
    return new Map(
      [...this.from].map(([partition, from]) => [
        partition,
        this.marks.find(({ ends }) => (ends.get(partition) ?? from) > from)?.at ?? null,
      ]),
    );
  }

  /**
   * @param settled - offset of the last event that the ingest has processed, by partition.
   * @param at - time of the check in milliseconds, which must not decrease.
   */
  note(logs: ReadonlyMap<number, LogRange>, settled: ReadonlyMap<number, number>, at: number): void {
    // Starts at the first record that Kafka has not deleted.
    const from = new Map(
      [...logs].map(([partition, { begin }]) => [partition, Math.max(begin, next(settled, partition))]),
    );
    // A commit moves back when the ingest refills a restored ClickHouse. Events that were stored before then wait again.
    if ([...this.from].some(([partition, before]) => (from.get(partition) ?? 0) < before)) this.settledAt = 0;
    this.from = from;
    this.count = [...logs].reduce(
      (sum, [partition, { end }]) => sum + Math.max(0, end - (from.get(partition) ?? 0)),
      0,
    );
    const isWaiting = ({ ends }: Mark): boolean =>
      [...ends].some(([partition, end]) => end > (from.get(partition) ?? end));
    const ends = new Map([...logs].map(([partition, { end }]) => [partition, end]));
    const mark = { at, ends };
    for (const look of [...this.marks, mark]) if (!isWaiting(look)) this.settledAt = Math.max(this.settledAt, look.at);
    this.marks = this.marks.filter(isWaiting);
    if (this.marks.length === 0) this.distance = 0;
    const last = this.marks.at(-1);
    if (isWaiting(mark) && (last === undefined || at - last.at >= this.distance)) this.marks.push(mark);
    if (this.marks.length <= MAX_MARKS) return;
    this.marks = this.marks.filter((_, index) => index % 2 === 0);
    this.distance = ((at - (this.marks[0]?.at ?? at)) / MAX_MARKS) * 2;
  }
}

const next = (settled: ReadonlyMap<number, number>, partition: number): number => (settled.get(partition) ?? -1) + 1;
