import { ErrorCode, KafkaError } from '../protocol/error-code.ts';
import { saveCheckpoint } from './checkpoint.ts';
import type { Cleaning } from './compaction/cleaning.ts';
import { swapSegments } from './compaction/segment-swap.ts';
import type { ProducerSnapshot, ProducerTable } from './producer-table.ts';
import type { BatchLimits } from './record-batch.ts';
import { checkProducedBatch, readBatchHeader, sealProducedBatch } from './record-batch.ts';
import { recoverLog } from './recovery.ts';
import { Segment } from './segment.ts';

/** At most so much of a partition is read again after a kill. */
const CHECKPOINT_BYTES = 4 * 1024 * 1024;
export const LEADER_EPOCH = 0;

export interface LogConfig extends BatchLimits {
  readonly segmentBytes: number;
  readonly useLogAppendTime: boolean;
}

export interface Appended {
  readonly baseOffset: number;
  /** The time stamped by the broker, -1 when the topic keeps the producer's times. */
  readonly appendTime: number;
}

/**
 * One partition: a list of segments, the last of which is appended to. All methods but `flush` are synchronous, so
 * appends are in order by nature. `notify` callbacks wake long polls.
 */
export class PartitionLog {
  readonly folder: string;
  logStartOffset: number;
  /** Passes of compaction so far, as far as they still matter. */
  cleanings: readonly Cleaning[];
  private segments: [Segment, ...Segment[]];
  private readonly producers: ProducerTable;
  private readonly listeners = new Set<(appendedBytes: number) => void>();
  private uncheckedBytes = 0;
  private dirty = false;
  private closed = false;
  private flushing: Promise<void> = Promise.resolve();
  /** Full segments whose bytes and index `flush` still has to put on the disk. */
  private rolled: Segment[] = [];

  /** Opens the folder, which may be new. `onCut` is told when a torn tail had to be cut off. */
  constructor(folder: string, onCut: (bytes: number) => void = () => {}) {
    const recovered = recoverLog(folder);
    this.folder = folder;
    this.segments = recovered.segments;
    this.producers = recovered.producers;
    this.logStartOffset = recovered.logStartOffset;
    this.cleanings = recovered.cleanings;
    if (recovered.cutBytes > 0) onCut(recovered.cutBytes);
  }

  private get active(): Segment {
    return this.segments.at(-1) ?? this.segments[0];
  }

  /** The offset the next record gets; nothing is replicated, so it is the high watermark too. */
  get nextOffset(): number {
    return this.active.nextOffset;
  }

  get byteLength(): number {
    return this.segments.reduce((sum, segment) => sum + segment.byteLength, 0);
  }

  /** Checks, stamps and writes one batch in place. A repetition answers with the offset of the first time. */
  append(batch: Buffer, config: LogConfig, now = Date.now()): Appended {
    checkProducedBatch(batch, config);
    const appendTime = config.useLogAppendTime ? Math.max(now, this.active.maxTimestamp) : null;
    const stamp = { baseOffset: this.nextOffset, leaderEpoch: LEADER_EPOCH, appendTime };
    sealProducedBatch(batch, stamp, config);
    const header = readBatchHeader(batch);
    const repeated = this.producers.check(header);
    if (repeated !== undefined) {
      return { baseOffset: repeated.baseOffset, appendTime: appendTime === null ? -1 : repeated.timestamp };
    }
    try {
      const full = this.active.byteLength > 0 && this.active.byteLength + batch.length > config.segmentBytes;
      if (full) this.roll();
      this.active.append(batch, header);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new KafkaError(ErrorCode.KAFKA_STORAGE_ERROR, `the log could not be written: ${reason}`);
    }
    this.producers.note(header);
    this.dirty = true;
    this.uncheckedBytes += batch.length;
    for (const listener of this.listeners) listener(batch.length);
    return { baseOffset: header.baseOffset, appendTime: appendTime ?? -1 };
  }

  /** Begins the next segment; `flush` puts the full one on the disk, so that no append waits for it. */
  roll(): void {
    this.active.seal();
    this.rolled.push(this.active);
    this.segments.push(new Segment(this.folder, this.nextOffset));
    this.active.file.byteLength();
    this.dirty = true;
  }

  /** Whole batches from the one that holds `offset`; throws OFFSET_OUT_OF_RANGE outside the log. */
  read(offset: number, maxBytes: number, atLeastOne: boolean): Buffer | undefined {
    if (offset < this.logStartOffset || offset > this.nextOffset) {
      const range = `${this.logStartOffset} to ${this.nextOffset}`;
      throw new KafkaError(ErrorCode.OFFSET_OUT_OF_RANGE, `offset ${offset} is not in ${range}`);
    }
    if (offset === this.nextOffset) return undefined;
    const first = this.segments.findLastIndex((segment) => segment.baseOffset <= offset);
    // Compaction leaves gaps: what was asked for may have gone, up to the end of a segment and beyond.
    for (const segment of this.segments.slice(Math.max(first, 0))) {
      const position = segment.nextOffset > offset ? segment.locate(offset) : segment.byteLength;
      if (position < segment.byteLength) return segment.readBatches(position, maxBytes, atLeastOne);
    }
    return undefined;
  }

  /** The first segment with a record at or after `timestamp`. */
  segmentAt(timestamp: number): Segment | undefined {
    return this.segments.find(
      (segment) => segment.maxTimestamp >= timestamp && segment.nextOffset > this.logStartOffset,
    );
  }

  /** Largest time in the log, -1 when it is empty. */
  get maxTimestamp(): number {
    return Math.max(...this.segments.map((segment) => segment.maxTimestamp));
  }

  /** Calls back after every append until the returned function is called. */
  onAppend(listener: (appendedBytes: number) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Resolves when all that was written before the call is on the disk; now and then a checkpoint is too. What failed is tried again the next time. */
  flush(): Promise<void> {
    const begin = (): Promise<void> => this.flushDirty();
    this.flushing = this.flushing.then(begin, begin);
    return this.flushing;
  }

  private async flushDirty(): Promise<void> {
    if (!this.dirty) return;
    this.dirty = false;
    const rolled = this.rolled.splice(0);
    try {
      await this.flushFiles(rolled);
    } catch (error) {
      this.dirty = true;
      this.rolled.unshift(...rolled.filter((segment) => this.segments.includes(segment)));
      throw error;
    }
  }

  private async flushFiles(rolled: readonly Segment[]): Promise<void> {
    const segment = this.active;
    const position = segment.byteLength;
    const unchecked = this.uncheckedBytes;
    const due = rolled.length > 0 || unchecked >= CHECKPOINT_BYTES;
    const snapshot = due ? structuredClone(this.producers.snapshot()) : [];
    for (const full of rolled) {
      await full.file.flush();
      if (this.segments.includes(full)) full.saveIndex();
    }
    await segment.file.flush();
    if (!due || !this.segments.includes(segment)) return;
    this.checkpoint(segment, position, snapshot);
    this.uncheckedBytes -= unchecked;
  }

  private checkpoint(segment: Segment, position: number, producers: ProducerSnapshot): void {
    segment.saveIndex(position);
    const { baseOffset } = segment;
    const { logStartOffset, cleanings } = this;
    saveCheckpoint(this.folder, { segment: baseOffset, position, logStartOffset, producers, cleanings });
  }

  /** A checkpoint of everything, at once: for the rare moments that must not be forgotten. */
  private checkpointNow(): void {
    for (const full of this.rolled.splice(0)) {
      full.file.flushSync();
      full.saveIndex();
    }
    this.active.file.flushSync();
    this.checkpoint(this.active, this.active.byteLength, this.producers.snapshot());
    this.uncheckedBytes = 0;
  }

  /** Removes whole segments from the oldest on while `expired` holds; an expired active segment is rolled first. */
  removeOldSegments(expired: (segment: Segment, logBytes: number) => boolean): number {
    let removed = 0;
    const isEmpty = (): boolean => this.segments.length === 1 && this.active.byteLength === 0;
    while (!isEmpty() && expired(this.segments[0], this.byteLength)) {
      if (this.segments.length === 1) this.roll();
      const [oldest, second, ...others] = this.segments;
      if (second === undefined) break;
      this.segments = [second, ...others];
      this.rolled = this.rolled.filter((segment) => segment !== oldest);
      this.logStartOffset = Math.max(this.logStartOffset, second.baseOffset);
      oldest.remove();
      removed++;
    }
    if (removed > 0) this.checkpointNow();
    return removed;
  }

  /** Begins the next segment when the first record of the active one is older than `ms`, so that it can expire. */
  rollIfOlder(ms: number, now: number): void {
    if (this.active.firstTimestamp < now - ms) this.roll();
  }

  /** The segments that nothing is appended to any more and that are on the disk. */
  fullSegments(): Segment[] {
    return this.segments.slice(0, -1).filter((segment) => !this.rolled.includes(segment));
  }

  /** Whether the log is open and the segment still part of it. */
  holds(segment: Segment): boolean {
    return !this.closed && this.segments.includes(segment);
  }

  /** Puts `output`, which is on the disk, in the place of neighbours that are all full; a crash leaves either, whole. */
  replaceSegments(group: readonly Segment[], output: Segment): void {
    const [first] = group;
    const at = this.segments.findIndex((segment) => segment === first);
    // The log's first segment stays, even empty: the log begins where it did.
    const kept = output.byteLength > 0 || at === 0 ? new Segment(this.folder, output.baseOffset) : undefined;
    // The checkpoint must not name what is about to be replaced.
    this.checkpointNow();
    for (const segment of [...group, output]) segment.file.close();
    const replaced = group.map(({ baseOffset }) => baseOffset);
    swapSegments(this.folder, { replaced, output: kept?.baseOffset ?? null });
    this.segments.splice(at, group.length, ...(kept === undefined ? [] : [kept]));
    kept?.takeOver(output);
  }

  noteCleaning(cleanings: readonly Cleaning[]): void {
    this.cleanings = cleanings;
    this.checkpointNow();
  }

  /** Frees the descriptors that readers opened on full segments. */
  closeIdleFiles(): void {
    for (const segment of this.segments) {
      if (segment !== this.active && !this.rolled.includes(segment)) segment.file.close();
    }
  }

  expireProducers(before: number): void {
    this.producers.expire(before);
  }

  /** Flushes everything and leaves a checkpoint, so that the next start reads nothing twice. */
  close(): void {
    if (this.active.byteLength > 0 || this.segments.length > 1) this.checkpointNow();
    this.discard();
  }

  /** Frees the descriptors and wakes who waits, without writing: the folder is about to be deleted. */
  discard(): void {
    this.closed = true;
    for (const segment of this.segments) segment.file.close();
    for (const listener of this.listeners) listener(Number.MAX_SAFE_INTEGER);
  }
}
