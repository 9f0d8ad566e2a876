import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { slabs } from '../storage/slab-pool.ts';
import {
  HEADER_BYTES,
  batchByteLength,
  batchLastOffset,
  isIntactBatch,
  readBatchHeader,
  type BatchHeader,
} from './record-batch.ts';
import { SegmentFile } from './segment-file.ts';
import { SegmentIndex } from './segment-index.ts';

const WALK_BYTES = 64 * 1024;
const RECOVERY_WALK_BYTES = 1024 * 1024;
/** Maximum number of recent read ends that a segment remembers, one for each consumer that follows the log. */
const REMEMBERED_ENDS = 4;

export function segmentFileName(baseOffset: number, extension: string): string {
  return `${String(baseOffset).padStart(20, '0')}.${extension}`;
}

/** One log file of a partition with its index: offsets from `baseOffset` up to, but not including, `nextOffset`. */
export class Segment {
  readonly baseOffset: number;
  readonly file: SegmentFile;
  nextOffset: number;
  byteLength = 0;
  maxTimestamp = -1;
  private loadedIndex: SegmentIndex | undefined = new SegmentIndex();
  private isIndexSaved = false;
  private readonly indexPath: string;
  private startedAt: number | undefined;
  /** Ends of recent reads. A consumer usually continues at one of these ends, so its next read needs no search. */
  private ends: readonly { readonly offset: number; readonly position: number }[] = [];

  constructor(folder: string, baseOffset: number) {
    this.baseOffset = baseOffset;
    this.nextOffset = baseOffset;
    this.file = new SegmentFile(join(folder, segmentFileName(baseOffset, 'log')));
    this.indexPath = join(folder, segmentFileName(baseOffset, 'index'));
  }

  /** Largest timestamp in the first batch, which determines the age of the segment; `Infinity` while the segment is empty. */
  get firstTimestamp(): number {
    if (this.byteLength === 0) return Infinity;
    this.startedAt ??= readBatchHeader(this.file.read(0, HEADER_BYTES)).maxTimestamp;
    return this.startedAt;
  }

  private get index(): SegmentIndex {
    this.loadedIndex ??= SegmentIndex.load(this.indexPath, this.byteLength);
    return this.loadedIndex;
  }

  append(bytes: Buffer, header: BatchHeader): void {
    this.file.append(bytes, this.byteLength);
    this.note(header);
  }

  private note(header: BatchHeader): void {
    const entry = { offset: header.baseOffset, position: this.byteLength, maxTimestamp: this.maxTimestamp };
    if (this.index.offer(entry)) this.isIndexSaved = false;
    this.byteLength += header.byteLength;
    this.nextOffset = header.lastOffset + 1;
    this.maxTimestamp = Math.max(this.maxTimestamp, header.maxTimestamp);
  }

  /**
   * Reads the file when the log opens, and verifies the checksum of each batch. Starts at the index's last entry if this entry lies
   * within the `trusted` bytes, otherwise at the beginning of the file. Cuts the file at the first incomplete, damaged or misplaced
   * batch. `visit` gets every batch from `trusted` on.
   * @returns the number of bytes removed.
   */
  recover(trusted: number, visit: (header: BatchHeader) => void): number {
    const size = this.file.byteLength();
    this.loadedIndex = SegmentIndex.load(this.indexPath, size);
    const start = this.index.last;
    if (start !== undefined && start.position <= trusted) {
      this.isIndexSaved = true;
      this.byteLength = start.position;
      this.nextOffset = start.offset;
      this.maxTimestamp = start.maxTimestamp;
    } else {
      this.loadedIndex = new SegmentIndex();
    }
    for (let bytes = this.recoveryChunk(size); bytes.length > 0; bytes = this.recoveryChunk(size)) {
      let position = 0;
      while (isIntactBatch(bytes, position)) {
        const header = readBatchHeader(bytes, position);
        if (header.baseOffset < this.nextOffset || header.lastOffset < header.baseOffset) break;
        if (this.byteLength >= trusted) visit(header);
        this.note(header);
        position += header.byteLength;
      }
      if (position === 0) break;
    }
    const cut = size - this.byteLength;
    if (cut > 0) this.file.truncate(this.byteLength);
    this.index.truncate(this.byteLength);
    return cut;
  }

  /** The next bytes to check, at least one whole batch. */
  private recoveryChunk(size: number): Buffer {
    const left = size - this.byteLength;
    const bytes = this.file.read(this.byteLength, Math.min(left, RECOVERY_WALK_BYTES));
    if (bytes.length < HEADER_BYTES) return bytes;
    const first = batchByteLength(bytes);
    return first <= bytes.length || first > left ? bytes : this.file.read(this.byteLength, first);
  }

  locate(offset: number): number {
    const end = this.ends.find((one) => one.offset === offset);
    if (end !== undefined) return end.position;
    return this.walk(this.index.positionOf(offset), (bytes, at) => batchLastOffset(bytes, at) >= offset);
  }

  locateTime(timestamp: number): number {
    const found = (bytes: Buffer, at: number): boolean => readBatchHeader(bytes, at).maxTimestamp >= timestamp;
    return this.walk(this.index.positionAt(timestamp), found);
  }

  /** Walks batch by batch until `found` returns true; returns the segment's end if it never does. */
  private walk(from: number, found: (bytes: Buffer, at: number) => boolean): number {
    let position = from;
    while (position < this.byteLength) {
      const bytes = this.file.read(position, Math.min(WALK_BYTES, this.byteLength - position), true);
      let at = 0;
      let isFound = false;
      while (at + HEADER_BYTES <= bytes.length) {
        isFound = found(bytes, at);
        if (isFound) break;
        at += batchByteLength(bytes, at);
      }
      slabs.release(bytes);
      position += at;
      if (isFound) return position;
    }
    return this.byteLength;
  }

  /**
   * Reads whole batches from `position`, as many as fit into `maxBytes`. With `atLeastOne`, the first batch may be longer. The
   * buffer may be a slab, which the caller releases after sending.
   */
  readBatches(position: number, maxBytes: number, atLeastOne: boolean): Buffer {
    const left = this.byteLength - position;
    const bytes = this.file.read(position, Math.min(left, Math.max(maxBytes, HEADER_BYTES)), true);
    let end = 0;
    let lastOffset = -1;
    while (end + HEADER_BYTES <= bytes.length) {
      const next = end + batchByteLength(bytes, end);
      if (next > bytes.length || next > maxBytes) break;
      lastOffset = batchLastOffset(bytes, end);
      end = next;
    }
    if (end > 0) {
      const earlierEnds = this.ends.filter((one) => one.offset !== lastOffset + 1).slice(1 - REMEMBERED_ENDS);
      this.ends = [...earlierEnds, { offset: lastOffset + 1, position: position + end }];
      return bytes.subarray(0, end);
    }
    const first = atLeastOne && bytes.length >= HEADER_BYTES ? batchByteLength(bytes) : 0;
    slabs.release(bytes);
    return this.file.read(position, first, true);
  }

  saveIndex(limit = this.byteLength): void {
    this.index.save(this.indexPath, limit);
    this.isIndexSaved = limit === this.byteLength;
  }

  /** Completes the index of a full segment. The caller writes the segment and its index to disk. */
  seal(): void {
    this.index.seal({ offset: this.nextOffset, position: this.byteLength, maxTimestamp: this.maxTimestamp });
    this.isIndexSaved = false;
  }

  /** Closes the file of a full segment and frees its index; the next use opens and loads them again. */
  release(): void {
    this.file.close();
    if (this.isIndexSaved) this.loadedIndex = undefined;
  }

  remove(): void {
    this.file.close();
    rmSync(this.file.path, { force: true });
    rmSync(this.indexPath, { force: true });
  }
}
