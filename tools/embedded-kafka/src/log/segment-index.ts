import { readFileIfPresent, writeFileAtomic } from '../storage/atomic-file.ts';

/** Bytes of log for each index entry: the index of a 64 MiB segment has 48 KiB, and takes about 160 KiB in memory. */
const INTERVAL_BYTES = 32 * 1024;
const FIELDS = 3;

interface IndexEntry {
  readonly offset: number;
  readonly position: number;
  /** Largest timestamp of all batches before `position`. */
  readonly maxTimestamp: number;
}

/** Sparse index of one segment, by offset and by time. Both increase with the position. */
export class SegmentIndex {
  private entries: IndexEntry[] = [];

  get last(): IndexEntry | undefined {
    return this.entries.at(-1);
  }

  /** Adds an entry for a batch if it is far enough from the previous entry. Returns whether it added the entry. */
  offer(entry: IndexEntry): boolean {
    const isFar = entry.position - (this.last?.position ?? 0) >= INTERVAL_BYTES;
    if (isFar) this.entries.push(entry);
    return isFar;
  }

  /** Adds a last entry at the end of a full segment. The entry contains the segment's largest timestamp. */
  seal(entry: IndexEntry): void {
    if (this.last?.position !== entry.position) this.entries.push(entry);
  }

  truncate(position: number): void {
    this.entries = this.entries.filter((entry) => entry.position <= position);
  }

  positionOf(offset: number): number {
    return this.floor((entry) => entry.offset <= offset);
  }

  positionAt(timestamp: number): number {
    return this.floor((entry) => entry.maxTimestamp < timestamp);
  }

  /** Position of the last entry for which `before` is true. All entries for which `before` is true precede the other entries. */
  private floor(before: (entry: IndexEntry) => boolean): number {
    let low = 0;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const entry = this.entries[middle];
      if (entry !== undefined && before(entry)) low = middle + 1;
      else high = middle;
    }
    return this.entries[low - 1]?.position ?? 0;
  }

  /** Writes the index, without entries beyond `limit` bytes of log. */
  save(path: string, limit: number): void {
    const entries = this.entries.filter((entry) => entry.position <= limit);
    const numbers = entries.flatMap((entry) => [entry.offset, entry.position, entry.maxTimestamp]);
    writeFileAtomic(path, new Uint8Array(Float64Array.from(numbers).buffer));
  }

  /** Reads an index. Returns an empty one, to be rebuilt, if the file is missing or does not fit a log of `limit` bytes. */
  static load(path: string, limit: number): SegmentIndex {
    const index = new SegmentIndex();
    const bytes = readFileIfPresent(path);
    if (bytes === undefined || bytes.length % (FIELDS * 8) !== 0) return index;
    for (let at = 0; at < bytes.length; at += FIELDS * 8) {
      const entry = {
        offset: bytes.readDoubleLE(at),
        position: bytes.readDoubleLE(at + 8),
        maxTimestamp: bytes.readDoubleLE(at + 16),
      };
      const ordered = entry.position > (index.last?.position ?? -1) && entry.offset >= (index.last?.offset ?? 0);
      if (!ordered || entry.position > limit) return new SegmentIndex();
      index.entries.push(entry);
    }
    return index;
  }
}
