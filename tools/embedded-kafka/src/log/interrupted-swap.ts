import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readFileIfPresent } from '../storage/atomic-file.ts';
import { segmentFileName } from './segment.ts';

const JOURNAL = 'swap.json';
const CLEANED = '.cleaned';

/**
 * Version 0.1 compacted logs: it wrote the remaining records of some segments to `<output>.log.cleaned`, then the journal, then
 * replaced the segments. This completes a replacement that a crash interrupted, and removes a `.cleaned` file without a journal.
 */
export function completeInterruptedSwap(folder: string): void {
  const journal = readFileIfPresent(join(folder, JOURNAL));
  if (journal !== undefined) {
    const { replaced, output } = JSON.parse(journal.toString('utf8')) as { replaced: number[]; output: number | null };
    const path = (baseOffset: number, extension: string): string =>
      join(folder, segmentFileName(baseOffset, extension));
    // Indexes first, because a start would trust an index whose log is missing.
    for (const baseOffset of replaced) {
      rmSync(path(baseOffset, 'index'), { force: true });
      if (baseOffset !== output) rmSync(path(baseOffset, 'log'), { force: true });
    }
    if (output !== null) {
      const cleaned = path(output, `log${CLEANED}`);
      if (existsSync(cleaned)) renameSync(cleaned, path(output, 'log'));
    }
    rmSync(join(folder, JOURNAL));
  }
  for (const name of readdirSync(folder)) if (name.endsWith(CLEANED)) rmSync(join(folder, name));
}
