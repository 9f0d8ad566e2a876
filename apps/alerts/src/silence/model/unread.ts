/** By partition, the offset of the next record to write or to read. */
type Offsets = ReadonlyMap<number, bigint>;

/** Maximum stored checks. Above this number, the second oldest check is removed, so that unread records seem older than they are. */
const MAX_MARKS = 100;

/** Finds out since when a topic has had unread records. Compares the reader's offsets with the end offsets at earlier checks. */
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
