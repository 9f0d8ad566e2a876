import { saveCheckpoint } from './checkpoint.ts';
import type { ProducerSnapshot } from './producer-table.ts';
import type { LogState } from './recovery.ts';
import type { Segment } from './segment.ts';

/** Bytes appended between two checkpoints. If the broker was killed, its next start reads at most about this many bytes of a partition. */
const CHECKPOINT_BYTES = 4 * 1024 * 1024;

export const activeOf = ({ segments }: LogState): Segment => segments.at(-1) ?? segments[0];

/** Flushes a log to disk on request. Some flushes also write a checkpoint: after `CHECKPOINT_BYTES`, or when a segment is full. */
export class LogFlusher {
  private readonly folder: string;
  private readonly state: LogState;
  private uncheckedBytes = 0;
  private dirty = false;
  private ended = false;
  private flushing: Promise<void> = Promise.resolve();
  /** Full segments whose bytes and index are not on disk yet. */
  private full: Segment[] = [];

  constructor(folder: string, state: LogState) {
    this.folder = folder;
    this.state = state;
  }

  appended(bytes: number): void {
    this.dirty = true;
    this.uncheckedBytes += bytes;
  }

  rolled(segment: Segment): void {
    this.full.push(segment);
    this.dirty = true;
  }

  removed(segment: Segment): void {
    this.full = this.full.filter((one) => one !== segment);
  }

  isOnDisk(segment: Segment): boolean {
    return !this.full.includes(segment);
  }

  /** Resolves when everything written before the call is on disk. The next flush retries a failed one. */
  flush(): Promise<void> {
    const begin = (): Promise<void> => this.flushDirty();
    this.flushing = this.flushing.then(begin, begin);
    return this.flushing;
  }

  /** Flushes everything and writes a checkpoint synchronously, for rare changes that must survive a crash. */
  checkpointNow(): void {
    for (const segment of this.full.splice(0)) {
      segment.file.flushSync();
      segment.saveIndex();
    }
    const active = activeOf(this.state);
    active.file.flushSync();
    this.checkpoint(active, active.byteLength, this.state.producers.snapshot());
    this.uncheckedBytes = 0;
  }

  private async flushDirty(): Promise<void> {
    if (!this.dirty) return;
    this.dirty = false;
    const full = this.full.splice(0);
    try {
      await this.flushFiles(full);
    } catch (error) {
      this.dirty = true;
      this.full.unshift(...full.filter((segment) => this.holds(segment)));
      throw error;
    }
  }

  private async flushFiles(full: readonly Segment[]): Promise<void> {
    const active = activeOf(this.state);
    const position = active.byteLength;
    const unchecked = this.uncheckedBytes;
    const due = full.length > 0 || unchecked >= CHECKPOINT_BYTES;
    const snapshot = due ? structuredClone(this.state.producers.snapshot()) : [];
    for (const segment of full) {
      await segment.file.flush();
      if (this.holds(segment)) segment.saveIndex();
    }
    await active.file.flush();
    if (!due || !this.holds(active)) return;
    this.checkpoint(active, position, snapshot);
    this.uncheckedBytes -= unchecked;
  }

  private checkpoint(segment: Segment, position: number, producers: ProducerSnapshot): void {
    segment.saveIndex(position);
    const { logStartOffset } = this.state;
    saveCheckpoint(this.folder, { segment: segment.baseOffset, position, logStartOffset, producers });
  }

  /** Stops a running flush from touching the folder, which may be deleted. */
  end(): void {
    this.ended = true;
  }

  private holds(segment: Segment): boolean {
    return !this.ended && this.state.segments.includes(segment);
  }
}
