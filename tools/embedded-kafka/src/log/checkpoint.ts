import { join } from 'node:path';
import { readFileIfPresent, writeFileAtomic } from '../storage/atomic-file.ts';
import type { ProducerSnapshot } from './producer-table.ts';

/**
 * The part of the log that the broker need not verify when it starts: up to `position` in `segment`, the log is intact and on disk.
 * `producers`: the state of idempotent producers at that position.
 */
interface Checkpoint {
  readonly segment: number;
  readonly position: number;
  readonly logStartOffset: number;
  readonly producers: ProducerSnapshot;
}

const FILE_NAME = 'checkpoint.json';

export function saveCheckpoint(folder: string, checkpoint: Checkpoint): void {
  writeFileAtomic(join(folder, FILE_NAME), JSON.stringify(checkpoint));
}

/** Reads the checkpoint. Without a readable checkpoint, the start reads the whole log, which takes longer but loses no data. */
export function loadCheckpoint(folder: string): Checkpoint | undefined {
  const bytes = readFileIfPresent(join(folder, FILE_NAME));
  if (bytes === undefined) return undefined;
  try {
    const value = JSON.parse(bytes.toString('utf8')) as Checkpoint;
    const numbers = [value.segment, value.position, value.logStartOffset];
    return numbers.every(Number.isSafeInteger) && Array.isArray(value.producers) ? value : undefined;
  } catch {
    return undefined;
  }
}
