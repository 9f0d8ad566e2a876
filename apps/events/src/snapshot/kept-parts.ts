import { COUNTED, type Dictionary, emptyDictionary } from './part-counts.ts';
import type { PartContents, Wanted } from './part-contents.ts';
import { type After, afterOf, NewestRows } from './newest-rows.ts';
import { sourcesOf } from './part-names.ts';
import { keyOf, type Length, type PartContent, type TablePart } from './parts.query.ts';
import { Snapshot } from './snapshot.ts';

/** Milliseconds for which memory keeps a part that queries no longer return, because another replica may still have the part. */
const UNSEEN_MS = 60_000;
/** Maximum number of pieces of a part. Beyond it, the process reads the part again. */
const MAX_PIECES = 256;
/** The process reads a part again if its pieces have more counts than this number plus twice the part's counts. */
const MAX_SPARE = 10_000;

/**
 * `pieces`: the part's contents, or the contents of the parts that ClickHouse merged into it. `sum`: checksum of the part's content; null
 * before a comparison. `isScattered`: whether the pieces take much more memory than the part would.
 */
type CachedPart = {
  part: TablePart;
  pieces: readonly PartContents[];
  sum: string | null;
  isScattered: boolean;
  seenAt: number;
};

/** Number of counts for a bucket length. Pieces that several parts share count once. */
const sizeOf = (pieces: readonly PartContents[], length: Length): number =>
  [...new Set(pieces.map(({ counts }) => counts))].reduce((sum, counts) => sum + counts[length].counts.length, 0);

export class KeptParts {
  private dictionary: Dictionary = emptyDictionary();
  private readonly kept = new Map<string, CachedPart>();
  private last: { keys: string; snapshot: Snapshot } | null = null;

  /** @param newest - number of newest rows, and of newest failures, to read. Memory keeps up to twice as many. */
  constructor(private readonly newest: number) {}

  /** Returns the parts to read: parts that memory lacks, and scattered parts. */
  unread(parts: readonly TablePart[]): TablePart[] {
    const isKnown = (part: TablePart): boolean => this.kept.has(keyOf(part)) || this.putTogether(part);
    return parts.filter(
      (part) => part.rows > 0 && (!isKnown(part) || this.kept.get(keyOf(part))?.isScattered === true),
    );
  }

  get wanted(): Wanted {
    const pieces = [...this.kept.values()].flatMap((one) => one.pieces);
    return { dictionary: this.dictionary, after: afterOf(pieces.map(({ rows }) => rows)), most: this.newest };
  }

  /** Returns the snapshot of a table with these parts; null if memory lacks a part. */
  of(parts: readonly TablePart[], now = Date.now()): Snapshot | null {
    const keys = parts.filter(({ rows }) => rows > 0).map(keyOf);
    const found = keys.flatMap((key) => this.kept.get(key) ?? []);
    if (found.length < keys.length) return null;
    for (const one of found) one.seenAt = now;
    const together = keys.toSorted().join(' ');
    if (this.last?.keys === together) return this.last.snapshot;
    const pieces = found.flatMap((one) => one.pieces);
    const newest = new NewestRows(pieces.map(({ rows }) => rows));
    this.dropRows(newest.cutAt(this.newest));
    this.last = { keys: together, snapshot: new Snapshot(this.dictionary, pieces, newest) };
    return this.last.snapshot;
  }

  /** @param sums - checksums of the parts' contents by name. */
  keep(contents: readonly PartContents[], sums: ReadonlyMap<string, PartContent>): void {
    for (const content of contents) {
      const sum = sums.get(content.part.name)?.sum ?? null;
      const cached = { part: content.part, pieces: [content], sum, isScattered: false, seenAt: Date.now() };
      this.kept.set(keyOf(content.part), cached);
    }
    this.last = null;
  }

  /** Drops parts whose content differs from the table's part of the same name, and parts that no query has returned for a minute. */
  compare(contents: ReadonlyMap<string, PartContent>, now = Date.now()): void {
    for (const [key, one] of this.kept) {
      const content = contents.get(one.part.name);
      const isOther = content !== undefined && one.sum !== null && content.sum !== one.sum;
      if (isOther || (content === undefined && now - one.seenAt > UNSEEN_MS)) this.kept.delete(key);
      if (!content) continue;
      one.sum ??= content.sum;
      const isMuch = (length: Length): boolean => sizeOf(one.pieces, length) > 2 * content[length] + MAX_SPARE;
      one.isScattered = one.pieces.length > 1 && (one.pieces.length > MAX_PIECES || isMuch('day') || isMuch('hour'));
    }
    this.last = null;
  }

  /** Drops all data if no part is left, or a column of the dictionary has more than `most` values. */
  clearWhenStale(most: number): void {
    if (this.kept.size === 0 || COUNTED.some((column) => this.dictionary[column].all.length > most)) this.clear();
  }

  clear(): void {
    this.kept.clear();
    this.last = null;
    this.dictionary = emptyDictionary();
  }

  get isEmpty(): boolean {
    return this.kept.size === 0;
  }

  size(length: Length): number {
    return sizeOf(
      [...this.kept.values()].flatMap(({ pieces }) => pieces),
      length,
    );
  }

  private dropRows(after: After): void {
    for (const one of this.kept.values())
      one.pieces = one.pieces.map((piece) => {
        const rows = piece.rows.later(after);
        return rows === piece.rows ? piece : { ...piece, rows };
      });
  }

  private putTogether(part: TablePart): boolean {
    const known = [...this.kept.values()].map((one) => one.part);
    const sources = sourcesOf(part, known);
    if (sources === null) return false;
    const pieces = sources.flatMap((source) => this.kept.get(keyOf(source))?.pieces ?? []);
    this.kept.set(keyOf(part), { part, pieces, sum: null, isScattered: false, seenAt: Date.now() });
    return true;
  }
}
