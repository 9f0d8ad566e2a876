import { setImmediate as breathe } from 'node:timers/promises';
import { slabs } from '../../storage/slab-pool.ts';
import type { PartitionLog } from '../partition-log.ts';
import { readBatchHeader } from '../record-batch.ts';
import { Segment } from '../segment.ts';
import type { CompactionConfig } from './cleaning.ts';
import { cleanedUpTo, isDue, settledSegments, tombstoneHorizon, withCleaning } from './cleaning.ts';
import { recordsOf, withRecords } from './compact-batch.ts';
import { LatestOffsets } from './latest-offsets.ts';
import { CLEANED } from './segment-swap.ts';

/** So much is read before other work gets its turn. */
const STRETCH_BYTES = 256 * 1024;

/** The log changed under the pass, or closed: what it has finished stands, the rest is for the next. */
class Interrupted extends Error {}

/** One pass over one partition. */
interface Pass {
  readonly log: PartitionLog;
  readonly config: CompactionConfig;
  readonly now: number;
  readonly latest: LatestOffsets;
  readonly signal: AbortSignal;
  /** Records from here on are left alone. */
  upTo: number;
  /** Tombstones before this offset may go. */
  readonly horizon: number;
  /** The last record of all stays whatever it is, so that readers reach the end of the log. */
  readonly lastOffset: number;
  /** A batch that cannot be read may hold what a tombstone deletes: those after it stay. */
  metUnreadable: boolean;
  keptTombstones: boolean;
}

export interface CompactOptions {
  readonly config: CompactionConfig;
  readonly now: number;
  /** Ends the pass early; what it has finished stands. */
  readonly signal: AbortSignal;
  readonly latest?: LatestOffsets;
}

/**
 * Compacts a partition if that is due: of each key the last record stays, a tombstone until its time is up. Offsets stay
 * as they are. Full segments alone are compacted, the active one never. Gives the bytes that were freed.
 */
export async function compactLog(log: PartitionLog, options: CompactOptions): Promise<number> {
  const { config, now, signal, latest = new LatestOffsets() } = options;
  await log.flush();
  const segments = settledSegments(log.fullSegments(), config, now);
  const last = segments.at(-1);
  if (last === undefined || !isDue(segments, log.cleanings, config, now)) return 0;
  const before = log.byteLength;
  const horizon = tombstoneHorizon(log.cleanings, config, now);
  const pass: Pass = {
    log,
    config,
    now,
    latest,
    horizon,
    signal,
    upTo: last.nextOffset,
    lastOffset: log.nextOffset - 1,
    metUnreadable: false,
    keptTombstones: false,
  };
  try {
    await findLatest(pass, segments);
    const cleaned = cleanedUpTo(log.cleanings);
    const kept = await rewrite(pass, segments, cleaned);
    const cleaning = { upTo: Math.max(pass.upTo, cleaned), at: now, tombstones: kept };
    log.noteCleaning(withCleaning(log.cleanings, cleaning, config));
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
  }
  return Math.max(0, before - log.byteLength);
}

/** Gives every batch of a segment, a stretch at a time. A batch is valid until the next one is asked for. */
async function* batchesOf({ log, signal }: Pass, segment: Segment, from = 0): AsyncGenerator<Buffer> {
  for (let position = from; position < segment.byteLength;) {
    await breathe();
    if (signal.aborted || !log.holds(segment)) throw new Interrupted();
    const stretch = segment.readBatches(position, STRETCH_BYTES, true);
    try {
      for (let at = 0; at < stretch.length;) {
        const { byteLength } = readBatchHeader(stretch, at);
        yield stretch.subarray(at, at + byteLength);
        at += byteLength;
      }
    } finally {
      position += stretch.length;
      slabs.release(stretch);
    }
  }
}

/** Notes the last offset of every key that came since the pass before; ends early when there is no room for more keys. */
async function findLatest(pass: Pass, segments: readonly Segment[]): Promise<void> {
  const from = cleanedUpTo(pass.log.cleanings);
  for (const segment of segments) {
    if (segment.nextOffset <= from) continue;
    for await (const batch of batchesOf(pass, segment, segment.locate(from))) {
      for (const { key, offset } of recordsOf(batch) ?? []) if (key !== null) pass.latest.note(key, offset);
      if (!pass.latest.isFull) continue;
      pass.upTo = readBatchHeader(batch).lastOffset + 1;
      return;
    }
  }
}

/** Rewrites the segments up to where the pass goes; tells whether new tombstones stayed. */
async function rewrite(pass: Pass, segments: readonly Segment[], cleaned: number): Promise<boolean> {
  let newTombstones = false;
  for (const group of groups(segments, pass)) {
    const dirty = (group.at(-1)?.nextOffset ?? 0) > cleaned;
    pass.keptTombstones = false;
    await rewriteGroup(pass, group);
    newTombstones ||= dirty && pass.keptTombstones;
  }
  return newTombstones;
}

/** Neighbours that fit one segment together become one, so that compacted segments do not pile up. */
function groups(segments: readonly Segment[], { upTo, config }: Pass): [Segment, ...Segment[]][] {
  const result: [Segment, ...Segment[]][] = [];
  let bytes = 0;
  for (const segment of segments) {
    if (segment.baseOffset >= upTo) break;
    const group = result.at(-1);
    bytes += segment.byteLength;
    if (group !== undefined && bytes <= config.segmentBytes) {
      group.push(segment);
    } else {
      result.push([segment]);
      bytes = segment.byteLength;
    }
  }
  return result;
}

async function rewriteGroup(pass: Pass, group: readonly [Segment, ...Segment[]]): Promise<void> {
  const { log } = pass;
  const output = new Segment(log.folder, group[0].baseOffset, CLEANED);
  output.remove();
  // Made at once: a group of which nothing stays has a file too.
  output.file.byteLength();
  try {
    for (const segment of group) {
      for await (const batch of batchesOf(pass, segment)) {
        const kept = compactBatch(pass, batch);
        if (kept !== undefined) output.append(kept, readBatchHeader(kept));
      }
    }
    const unchanged = group.length === 1 && output.byteLength === group[0].byteLength;
    if (unchanged) return;
    output.endAt(group.at(-1)?.nextOffset ?? output.nextOffset);
    await output.file.flush();
    if (!group.every((segment) => log.holds(segment))) throw new Interrupted();
    log.replaceSegments(group, output);
  } finally {
    output.remove();
  }
}

/** What stays of a batch; itself if it cannot be read or lies beyond the pass. */
function compactBatch(pass: Pass, batch: Buffer): Buffer | undefined {
  if (readBatchHeader(batch).baseOffset >= pass.upTo) return batch;
  const records = recordsOf(batch);
  if (records === undefined) {
    pass.metUnreadable = true;
    return batch;
  }
  const kept = records.filter(({ key, offset, isTombstone }) => {
    if (offset === pass.lastOffset || key === null) return true;
    if (pass.latest.supersedes(key, offset)) return false;
    if (isTombstone && offset < pass.horizon && !pass.metUnreadable) return false;
    pass.keptTombstones ||= isTombstone;
    return true;
  });
  return withRecords(batch, records, kept);
}
