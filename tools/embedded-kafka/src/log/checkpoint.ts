import { join } from 'node:path';
import { readFileIfPresent, writeFileAtomic } from '../storage/atomic-file.ts';
import type { ProducerSnapshot } from './producer-table.ts';

/**
 * What a start need not read again: the log is known to be whole, and on the disk, up to `position` of the segment
 * `segment`, and `producers` is what its idempotent producers had sent by then.
 */
export interface Checkpoint {
  readonly segment: number;
  readonly position: number;
  readonly logStartOffset: number;
  readonly producers: ProducerSnapshot;
}

const FILE_NAME = 'checkpoint.json';

export function saveCheckpoint(folder: string, checkpoint: Checkpoint): void {
  writeFileAtomic(join(folder, FILE_NAME), JSON.stringify(checkpoint));
}

/** A missing or unreadable checkpoint costs time, not data: the whole log is read instead. */
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
