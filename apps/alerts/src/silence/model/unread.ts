/** By partition: the offset of the next record that is written, or read. */
export type Offsets = ReadonlyMap<number, bigint>;

/** Ends that are remembered; with more the second oldest is forgotten, and what waits seems older than it is. */
const MAX_MARKS = 100;

/** Since when records of a log are unread, by looks at its ends. */
export class Unread {
  private marks: { at: number; ends: Offsets }[] = [];

  /** @returns by when the oldest unread record was there; null when all were read. */
  note(ends: Offsets, read: Offsets, at: number): number | null {
    this.marks = [...this.marks, { at, ends }].filter((mark) =>
      [...mark.ends].some(([partition, end]) => (read.get(partition) ?? 0n) < end),
    );
    if (this.marks.length > MAX_MARKS) this.marks.splice(1, 1);
    return this.marks[0]?.at ?? null;
  }
}
