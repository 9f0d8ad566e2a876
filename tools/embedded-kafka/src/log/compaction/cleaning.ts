import type { Segment } from '../segment.ts';

/** One pass of compaction: when it ran, the offset it came to, and whether it left tombstones that may go later. */
export interface Cleaning {
  readonly upTo: number;
  readonly at: number;
  readonly tombstones: boolean;
}

export interface CompactionConfig {
  readonly segmentBytes: number;
  /** Share of bytes not looked at yet from which a log is worth a pass. */
  readonly minDirtyRatio: number;
  readonly minLagMs: number;
  readonly maxLagMs: number;
  /** How long a tombstone stays after the first pass that met it, so that readers on their way see it. */
  readonly deleteRetentionMs: number;
}

export function cleanedUpTo(cleanings: readonly Cleaning[]): number {
  return cleanings.at(-1)?.upTo ?? 0;
}

/** The offset before which tombstones have been there for long enough. */
export function tombstoneHorizon(cleanings: readonly Cleaning[], { deleteRetentionMs }: CompactionConfig, now: number) {
  return cleanings.findLast(({ at }) => at <= now - deleteRetentionMs)?.upTo ?? 0;
}

/** Adds a pass; those whose tombstones have had their time become one. */
export function withCleaning(
  cleanings: readonly Cleaning[],
  next: Cleaning,
  { deleteRetentionMs }: CompactionConfig,
): Cleaning[] {
  const isOld = ({ at }: Cleaning): boolean => at <= next.at - deleteRetentionMs;
  const old = cleanings.findLast(isOld);
  const merged = old === undefined ? [] : [{ ...old, tombstones: false }];
  return [...merged, ...cleanings.filter((cleaning) => !isOld(cleaning)), next];
}

/** Those of the full segments that may be compacted: up to the first with a record that is too young. */
export function settledSegments(full: readonly Segment[], { minLagMs }: CompactionConfig, now: number): Segment[] {
  const young = full.findIndex((segment) => minLagMs > 0 && segment.maxTimestamp > now - minLagMs);
  return young < 0 ? [...full] : full.slice(0, young);
}

/** Whether a pass over `segments` is worth while. */
export function isDue(
  segments: readonly Segment[],
  cleanings: readonly Cleaning[],
  config: CompactionConfig,
  now: number,
): boolean {
  const expired = ({ at, tombstones }: Cleaning): boolean => tombstones && at <= now - config.deleteRetentionMs;
  if (segments.length === 0) return false;
  if (cleanings.some(expired)) return true;
  const done = cleanedUpTo(cleanings);
  const dirty = segments.filter(({ byteLength, nextOffset }) => byteLength > 0 && nextOffset > done);
  const bytes = (counted: readonly Segment[]): number => counted.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const [oldest] = dirty;
  if (oldest === undefined) return false;
  return bytes(dirty) / bytes(segments) >= config.minDirtyRatio || oldest.firstTimestamp < now - config.maxLagMs;
}
