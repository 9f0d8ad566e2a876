/** By partition: the offset of the next record to be written, or to be read. */
type Offsets = ReadonlyMap<number, bigint>;

/** Maximum remembered log ends. Beyond it the second oldest is forgotten, and the unread records seem older than they are. */
const MAX_MARKS = 100;

/** Since when records of a log are unread, derived from checks of its end. */
export class Unread {
  private marks: { at: number; ends: Offsets }[] = [];

  /** @returns a time by which the oldest unread record existed; null if all are read. */
  note(ends: Offsets, read: Offsets, at: number): number | null {
    this.marks = [...this.marks, { at, ends }].filter((mark) =>
      [...mark.ends].some(([partition, end]) => (read.get(partition) ?? 0n) < end),
    );
    if (this.marks.length > MAX_MARKS) this.marks.splice(1, 1);
    return this.marks[0]?.at ?? null;
  }
}
