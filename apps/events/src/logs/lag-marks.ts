/** A partition's log: the offset of its first record, and the one that its next record will get. */
export type LogRange = { begin: number; end: number };

/** With more marks than that every second one is dropped and new ones are made half as often: an hour is known to a minute. */
const MAX_MARKS = 120;

type Mark = { at: number; ends: ReadonlyMap<number, number> };

/**
 * From when on events wait, as seen from outside: every look notes how far the log reached; the
 * oldest mark that is not settled yet says when. Everything waits for as long as it does in the slowest partition.
 */
export class LagMarks {
  private marks: Mark[] = [];
  private count = 0;
  private from: ReadonlyMap<number, number> = new Map();
  private settledAt = 0;
  /** Least milliseconds between two marks. */
  private distance = 0;

  /** Moment of the oldest mark that is not settled; null when everything is. */
  get oldest(): number | null {
    return this.marks[0]?.at ?? null;
  }

  /** Moment of the newest look of which everything is settled; 0 before there is one, also after a partition went back. */
  get settledTo(): number {
    return this.settledAt;
  }

  /** Events that are not settled. */
  get waiting(): number {
    return this.count;
  }

  /** Moment of the oldest mark that is not settled, by partition; null where everything is. */
  get oldestByPartition(): ReadonlyMap<number, number | null> {
    return new Map(
      [...this.from].map(([partition, from]) => [
        partition,
        this.marks.find(({ ends }) => (ends.get(partition) ?? from) > from)?.at ?? null,
      ]),
    );
  }

  /** @param settled - the last settled offset of each partition; @param at - milliseconds, never less than before. */
  note(logs: ReadonlyMap<number, LogRange>, settled: ReadonlyMap<number, number>, at: number): void {
    // What Kafka no longer keeps cannot be pending, and a recreated topic begins before what was settled.
    const from = new Map(
      [...logs].map(([partition, { begin }]) => [partition, Math.max(begin, next(settled, partition))]),
    );
    // A restored ClickHouse is read to again: what was settled before is not any more.
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
