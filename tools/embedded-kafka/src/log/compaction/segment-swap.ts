import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readFileIfPresent, writeFileAtomic } from '../../storage/atomic-file.ts';
import { segmentFileName } from '../segment.ts';

/** What the file of a compacted segment is called before it takes its place. */
export const CLEANED = '.cleaned';
const FILE_NAME = 'swap.json';

/** Files of one partition that one file takes the place of, by base offsets; `output` is null when nothing was left of them. */
export interface SegmentSwap {
  readonly replaced: readonly number[];
  readonly output: number | null;
}

/**
 * Puts a compacted segment, whole and on the disk, in the place of those it was made from. Once the journal is written
 * the swap happens, if need be at the next start; before that nothing has changed.
 */
export function swapSegments(folder: string, swap: SegmentSwap): void {
  writeFileAtomic(join(folder, FILE_NAME), JSON.stringify(swap), true);
  complete(folder, swap);
}

/** Completes a swap that a crash interrupted, and removes what compaction had not finished. */
export function recoverSwap(folder: string): void {
  const bytes = readFileIfPresent(join(folder, FILE_NAME));
  if (bytes !== undefined) complete(folder, JSON.parse(bytes.toString('utf8')) as SegmentSwap);
  for (const name of readdirSync(folder)) if (name.endsWith(CLEANED)) rmSync(join(folder, name));
}

/** Every step may have been done before. Indexes go first: one that outlived its log would be believed. */
function complete(folder: string, { replaced, output }: SegmentSwap): void {
  const path = (baseOffset: number, extension: string): string => join(folder, segmentFileName(baseOffset, extension));
  for (const baseOffset of replaced) {
    rmSync(path(baseOffset, 'index'), { force: true });
    if (baseOffset !== output) rmSync(path(baseOffset, 'log'), { force: true });
  }
  if (output !== null) {
    const cleaned = path(output, `log${CLEANED}`);
    if (existsSync(cleaned)) renameSync(cleaned, path(output, 'log'));
  }
  rmSync(join(folder, FILE_NAME));
}
