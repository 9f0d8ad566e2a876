import { COUNTED, type Dictionary, emptyDictionary } from './part-counts.ts';
import type { PartContents, Wanted } from './part-contents.ts';
import { type After, afterOf, NewestRows } from './newest-rows.ts';
import { sourcesOf } from './part-names.ts';
import { keyOf, type Length, type PartContent, type TablePart } from './parts.query.ts';
import { Snapshot } from './snapshot.ts';

/** Milliseconds for which memory keeps a part that it no longer sees: another replica may still have it. */
const UNSEEN = 60_000;
/** Maximum pieces of a part before memory reads it again; the same for counts of more than twice its own. */
const MOST_PIECES = 256;
const MOST_SPARE = 10_000;

/**
 * `pieces`: how the part was read, or what it was merged from. `sum`: checksum of its content; null before a comparison.
 * `isScattered`: its pieces take much more memory than the part would.
 */
type Kept = {
  part: TablePart;
  pieces: readonly PartContents[];
  sum: string | null;
  isScattered: boolean;
  seenAt: number;
};

/** Number of counts of a length; several parts may share pieces. */
const sizeOf = (pieces: readonly PartContents[], length: Length): number =>
  [...new Set(pieces.map(({ counts }) => counts))].reduce((sum, counts) => sum + counts[length].counts.length, 0);

/** The counts and newest rows of the table's parts in memory. */
export class KeptParts {
  private dictionary: Dictionary = emptyDictionary();
  private readonly kept = new Map<string, Kept>();
  private last: { keys: string; snapshot: Snapshot } | null = null;

  /** @param newest - number of newest rows and failures to read; up to twice as many are kept. */
  constructor(private readonly newest: number) {}

  /** The parts to read: unknown ones, and those with too many pieces. */
  unread(parts: readonly TablePart[]): TablePart[] {
    const isKnown = (part: TablePart): boolean => this.kept.has(keyOf(part)) || this.putTogether(part);
    return parts.filter(
      (part) => part.rows > 0 && (!isKnown(part) || this.kept.get(keyOf(part))?.isScattered === true),
    );
  }

  /** The rows that a read of parts should return. */
  get wanted(): Wanted {
    const pieces = [...this.kept.values()].flatMap((one) => one.pieces);
    return { dictionary: this.dictionary, after: afterOf(pieces.map(({ rows }) => rows)), most: this.newest };
  }

  /** The snapshot of a table with these parts; null if memory lacks one of them. */
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

  /**
   * Stores what was read of parts.
   * @param sums - checksums of the parts' contents by name.
   */
  keep(contents: readonly PartContents[], sums: ReadonlyMap<string, PartContent>): void {
    for (const content of contents) {
      const sum = sums.get(content.part.name)?.sum ?? null;
      const kept = { part: content.part, pieces: [content], sum, isScattered: false, seenAt: Date.now() };
      this.kept.set(keyOf(content.part), kept);
    }
    this.last = null;
  }

  /** Drops parts whose content differs from the table's part of that name, and those not seen for long. */
  compare(contents: ReadonlyMap<string, PartContent>, now = Date.now()): void {
    for (const [key, one] of this.kept) {
      const content = contents.get(one.part.name);
      const isOther = content !== undefined && one.sum !== null && content.sum !== one.sum;
      if (isOther || (content === undefined && now - one.seenAt > UNSEEN)) this.kept.delete(key);
      if (!content) continue;
      one.sum ??= content.sum;
      const isMuch = (length: Length): boolean => sizeOf(one.pieces, length) > 2 * content[length] + MOST_SPARE;
      one.isScattered = one.pieces.length > 1 && (one.pieces.length > MOST_PIECES || isMuch('day') || isMuch('hour'));
    }
    this.last = null;
  }

  /**
   * Drops everything if it is empty, or has numbered too many values.
   * @param most - maximum values of a column.
   */
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

  /** Number of counts of a length. */
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
