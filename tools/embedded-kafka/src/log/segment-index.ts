import { readFileIfPresent, writeFileAtomic } from '../storage/atomic-file.ts';

/** One entry for about so many bytes of log: 48 KiB of index for a 64 MiB segment, so all indexes stay in memory. */
const INTERVAL_BYTES = 32 * 1024;
const FIELDS = 3;

export interface IndexEntry {
  /** Base offset of the batch at `position`. */
  readonly offset: number;
  readonly position: number;
  /** Largest time of all batches before `position`. */
  readonly maxTimestamp: number;
}

/** Sparse index of one segment, by offset and by time; both grow with the position. */
export class SegmentIndex {
  private entries: IndexEntry[] = [];

  get last(): IndexEntry | undefined {
    return this.entries.at(-1);
  }

  /** Registers a batch; it gets an entry when it lies far enough from the one before. */
  offer(entry: IndexEntry): void {
    const last = this.last;
    if (entry.position - (last?.position ?? 0) >= INTERVAL_BYTES) this.entries.push(entry);
  }

  /** The closing entry of a sealed segment stands at its end and so carries its largest time. */
  seal(entry: IndexEntry): void {
    if (this.last?.position !== entry.position) this.entries.push(entry);
  }

  /** Forgets entries beyond `position`, after a torn tail was cut. */
  truncate(position: number): void {
    this.entries = this.entries.filter((entry) => entry.position <= position);
  }

  /** Position from which a walk finds the batch with `offset`. */
  positionOf(offset: number): number {
    return this.floor((entry) => entry.offset <= offset);
  }

  /** Position from which a walk finds the first record at or after `timestamp`. */
  positionAt(timestamp: number): number {
    return this.floor((entry) => entry.maxTimestamp < timestamp);
  }

  /** Position of the last entry for which `before` holds; it holds for a beginning of the entries. */
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

  /** Writes the whole index; entries beyond `limit` bytes of log are left out. */
  save(path: string, limit: number): void {
    const kept = this.entries.filter((entry) => entry.position <= limit);
    const numbers = kept.flatMap((entry) => [entry.offset, entry.position, entry.maxTimestamp]);
    writeFileAtomic(path, new Uint8Array(Float64Array.from(numbers).buffer));
  }

  /** Reads an index; one that is missing or does not fit a log of `limit` bytes comes back empty, to be rebuilt. */
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
