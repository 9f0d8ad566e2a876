import { mkdirSync, readdirSync, existsSync, renameSync, rmSync } from 'node:fs';
import { loadCheckpoint } from './checkpoint.ts';
import { ProducerTable } from './producer-table.ts';
import { Segment, segmentFileName } from './segment.ts';
import { join } from 'node:path';
import { readFileIfPresent } from '../storage/atomic-file.ts';

const JOURNAL = 'swap.json';
const CLEANED = '.cleaned';

/**
 * Completes a compaction that a crash of version 0.1 interrupted. Version 0.1 wrote the remaining records of some segments to
 * `<output>.log.cleaned`, then a journal, then replaced the segments. Removes a `.cleaned` file without a journal.
 */
function completeInterruptedSwap(folder: string): void {
  const journal = readFileIfPresent(join(folder, JOURNAL));
  if (journal !== undefined) {
    const { replaced, output } = JSON.parse(journal.toString('utf8')) as { replaced: number[]; output: number | null };
    const path = (baseOffset: number, extension: string): string =>
      join(folder, segmentFileName(baseOffset, extension));
    // Removes an index before its log, because a start would trust an index whose log is missing.
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

export interface LogState {
  /** In order of offset; appends go to the last one. */
  segments: [Segment, ...Segment[]];
  readonly producers: ProducerTable;
  logStartOffset: number;
}

interface RecoveredLog {
  readonly state: LogState;
  /** Number of bytes that recovery removed from the end of the log. */
  readonly cutBytes: number;
}

function listBaseOffsets(folder: string): number[] {
  const names = readdirSync(folder).filter((name) => /^\d{20}\.log$/.test(name));
  return names.map((name) => Number(name.slice(0, 20))).toSorted((a, b) => a - b);
}

/**
 * Opens the segments of a partition, after a clean stop or any crash. It trusts the log up to the checkpoint, verifies the checksums
 * after the checkpoint, and cuts the log at the first incomplete batch. Segments after a cut are removed, because a log has no gaps.
 */
export function recoverLog(folder: string): RecoveredLog {
  mkdirSync(folder, { recursive: true });
  completeInterruptedSwap(folder);
  const segments = listBaseOffsets(folder).map((baseOffset) => new Segment(folder, baseOffset));
  const checkpoint = loadCheckpoint(folder);
  const known = segments.find((segment) => segment.baseOffset === checkpoint?.segment);
  const valid =
    known !== undefined && checkpoint !== undefined && known.file.byteLength() >= checkpoint.position
      ? checkpoint
      : undefined;
  const producers = new ProducerTable(valid?.producers);
  let cutBytes = 0;
  for (const [index, segment] of segments.entries()) {
    const trusted = trustedBytes(segment, valid);
    const cut = segment.recover(trusted, (header) => producers.note(header));
    if (segment !== segments.at(-1)) segment.file.close();
    if (cut === 0) continue;
    cutBytes += cut;
    for (const later of segments.splice(index + 1)) {
      cutBytes += later.file.byteLength();
      later.remove();
    }
    break;
  }
  const logStart = checkpoint?.logStartOffset ?? 0;
  const [first = new Segment(folder, logStart), ...others] = segments;
  const logStartOffset = Math.max(logStart, first.baseOffset);
  return { state: { segments: [first, ...others], producers, logStartOffset }, cutBytes };
}

/** Number of bytes at the beginning of a segment that the start need not verify. */
function trustedBytes(segment: Segment, checkpoint: { segment: number; position: number } | undefined): number {
  if (checkpoint === undefined || segment.baseOffset > checkpoint.segment) return 0;
  return segment.baseOffset === checkpoint.segment ? checkpoint.position : Number.MAX_SAFE_INTEGER;
}
