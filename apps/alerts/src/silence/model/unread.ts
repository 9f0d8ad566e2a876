/** By partition, the offset of the next record to write or to read. */
type Offsets = ReadonlyMap<number, bigint>;

/** Maximum remembered log ends. Above, the second oldest is forgotten, so that unread records seem older than they are. */
const MAX_MARKS = 100;

/** Derives from checks of a log's end since when records of the log are unread. */
export class Unread {
  private marks: { at: number; ends: Offsets }[] = [];

  /** @returns the first check at which the oldest unread record existed; null if all records are read. */
  note(ends: Offsets, read: Offsets, at: number): number | null {
    this.marks = [...this.marks, { at, ends }].filter((mark) =>
      [...mark.ends].some(([partition, end]) => (read.get(partition) ?? 0n) < end),
    );
    if (this.marks.length > MAX_MARKS) this.marks.splice(1, 1);
    return this.marks[0]?.at ?? null;
  }
}
