import { ErrorCode, KafkaError } from '../protocol/error-code.ts';
import { checkProducedBatch, readBatchHeader, sealProducedBatch, type BatchLimits } from './record-batch.ts';
import { activeOf, LogFlusher } from './log-flusher.ts';
import { recoverLog, type LogState } from './recovery.ts';
import { Segment } from './segment.ts';

export const LEADER_EPOCH = 0;

export interface LogConfig extends BatchLimits {
  readonly segmentBytes: number;
  readonly useLogAppendTime: boolean;
}

interface Appended {
  readonly baseOffset: number;
  /** The broker's timestamp; -1 if the topic uses the producer's. */
  readonly appendTime: number;
}

/**
 * One partition: a list of segments; appends go to the last one. All methods except `flush` are synchronous, so appends stay in
 * order. Append listeners wake long polls.
 */
export class PartitionLog {
  readonly folder: string;
  private readonly state: LogState;
  private readonly flusher: LogFlusher;
  private listeners: readonly ((appendedBytes: number) => void)[] = [];

  /** Opens the folder, which may be new. Calls `onCut` if it removed an incomplete end. */
  constructor(folder: string, onCut: (bytes: number) => void = () => {}) {
    this.folder = folder;
    const { state, cutBytes } = recoverLog(folder);
    this.state = state;
    this.flusher = new LogFlusher(folder, state);
    if (cutBytes > 0) onCut(cutBytes);
  }

  get logStartOffset(): number {
    return this.state.logStartOffset;
  }

  private get segments(): LogState['segments'] {
    return this.state.segments;
  }

  private get active(): Segment {
    return activeOf(this.state);
  }

  /** The offset of the next record. Without replication it is also the high watermark. */
  get nextOffset(): number {
    return this.active.nextOffset;
  }

  get byteLength(): number {
    return this.segments.reduce((sum, segment) => sum + segment.byteLength, 0);
  }

  /**
   * Checks one batch, writes its offset, epoch and time into it, and appends it. If the batch repeats an earlier one, returns the offset of
   * the earlier append.
   */
  append(batch: Buffer, config: LogConfig, now = Date.now()): Appended {
    checkProducedBatch(batch, config);
    const appendTime = config.useLogAppendTime ? Math.max(now, this.active.maxTimestamp) : null;
    const stamp = { baseOffset: this.nextOffset, leaderEpoch: LEADER_EPOCH, appendTime };
    sealProducedBatch(batch, stamp, config);
    const header = readBatchHeader(batch);
    const repeated = this.state.producers.check(header);
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
    this.state.producers.note(header);
    this.flusher.appended(batch.length);
    for (const listener of this.listeners) listener(batch.length);
    return { baseOffset: header.baseOffset, appendTime: appendTime ?? -1 };
  }

  /** Begins the next segment. A later `flush` writes the full segment to disk, so that no append waits for the disk. */
  roll(): void {
    this.active.seal();
    this.flusher.rolled(this.active);
    this.segments.push(new Segment(this.folder, this.nextOffset));
    this.active.file.byteLength();
  }

  /** Reads whole batches from the one that contains `offset`. @throws OFFSET_OUT_OF_RANGE outside the log. */
  read(offset: number, maxBytes: number, atLeastOne: boolean): Buffer | undefined {
    if (offset < this.logStartOffset || offset > this.nextOffset) {
      const range = `${this.logStartOffset} to ${this.nextOffset}`;
      throw new KafkaError(ErrorCode.OFFSET_OUT_OF_RANGE, `offset ${offset} is not in ${range}`);
    }
    if (offset === this.nextOffset) return undefined;
    const first = this.segments.findLastIndex((segment) => segment.baseOffset <= offset);
    // A log that version 0.1 compacted has gaps: the offset may be missing, and the next one may be in a later segment.
    for (const segment of this.segments.slice(Math.max(first, 0))) {
      const position = segment.nextOffset > offset ? segment.locate(offset) : segment.byteLength;
      if (position < segment.byteLength) return segment.readBatches(position, maxBytes, atLeastOne);
    }
    return undefined;
  }

  segmentAt(timestamp: number): Segment | undefined {
    return this.segments.find(
      (segment) => segment.maxTimestamp >= timestamp && segment.nextOffset > this.logStartOffset,
    );
  }

  /** Largest timestamp in the log; -1 if it is empty. */
  get maxTimestamp(): number {
    return Math.max(...this.segments.map((segment) => segment.maxTimestamp));
  }

  /**
   * Calls `listener` after every append. The listeners are an array, because V8's Set keeps a reference from each rehashed table to its
   * successor: one table in the old generation would keep all later tables and their listeners until a full garbage collection.
   * @returns a function that removes the listener.
   */
  onAppend(listener: (appendedBytes: number) => void): () => void {
    this.listeners = [...this.listeners, listener];
    return () => {
      this.listeners = this.listeners.filter((one) => one !== listener);
    };
  }

  /** Resolves when everything written before the call is on disk. The next flush retries a failed one. */
  flush(): Promise<void> {
    return this.flusher.flush();
  }

  /** Removes whole segments, oldest first, while `expired` returns true. Rolls an expired active segment first. */
  removeOldSegments(expired: (segment: Segment, logBytes: number) => boolean): number {
    let removed = 0;
    const isEmpty = (): boolean => this.segments.length === 1 && this.active.byteLength === 0;
    while (!isEmpty() && expired(this.segments[0], this.byteLength)) {
      if (this.segments.length === 1) this.roll();
      const [oldest, second, ...others] = this.segments;
      if (second === undefined) break;
      this.state.segments = [second, ...others];
      this.flusher.removed(oldest);
      this.state.logStartOffset = Math.max(this.logStartOffset, second.baseOffset);
      oldest.remove();
      removed++;
    }
    if (removed > 0) this.flusher.checkpointNow();
    return removed;
  }

  /** Deletes the records before `offset`; frees the disk space of whole segments. */
  deleteBefore(offset: number): void {
    if (offset <= this.logStartOffset) return;
    this.removeOldSegments((segment) => segment.nextOffset <= offset);
    this.state.logStartOffset = Math.max(this.logStartOffset, offset);
    this.flusher.checkpointNow();
  }

  /** Begins the next segment if the first record of the active one is older than `ms`, so that it can expire. */
  rollIfOlder(ms: number, now: number): void {
    if (this.active.firstTimestamp < now - ms) this.roll();
  }

  /** Closes the files and frees the indexes of full segments. The next read opens and loads them again. */
  releaseFullSegments(): void {
    for (const segment of this.segments) {
      if (segment !== this.active && this.flusher.isOnDisk(segment)) segment.release();
    }
  }

  expireProducers(before: number): void {
    this.state.producers.expire(before);
  }

  /** Flushes everything and writes a checkpoint, so that the next start need not read the log. */
  close(): void {
    if (this.active.byteLength > 0 || this.segments.length > 1) this.flusher.checkpointNow();
    this.discard();
  }

  /** Closes the files and wakes waiting readers, without writing: the folder is about to be deleted. */
  discard(): void {
    this.flusher.end();
    for (const segment of this.segments) segment.file.close();
    for (const listener of this.listeners) listener(Number.MAX_SAFE_INTEGER);
  }
}
