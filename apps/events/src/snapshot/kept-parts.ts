import { COUNTED, type Dictionary, emptyDictionary } from './part-counts.ts';
import type { PartContents, Wanted } from './part-contents.ts';
import { type After, afterOf, NewestRows } from './newest-rows.ts';
import { sourcesOf } from './part-names.ts';
import { keyOf, type Length, type PartContent, type TablePart } from './parts.query.ts';
import { Snapshot } from './snapshot.ts';

/** Milliseconds for which memory keeps a part that it no longer meets: another replica may still have it. */
const UNSEEN = 60_000;
/** From so many pieces of a part, or counts more than twice its own, memory reads it again. */
const MOST_PIECES = 256;
const MOST_SPARE = 10_000;

/**
 * `pieces` are what the part was read as, or what it was merged from. `sum` recognises its content; null until a comparison.
 * `isScattered`: its pieces take much more than the part would.
 */
type Kept = {
  part: TablePart;
  pieces: readonly PartContents[];
  sum: string | null;
  isScattered: boolean;
  seenAt: number;
};

/** How many counts of a length there are: pieces of several parts share them. */
const sizeOf = (pieces: readonly PartContents[], length: Length): number =>
  [...new Set(pieces.map(({ counts }) => counts))].reduce((sum, counts) => sum + counts[length].counts.length, 0);

/** What memory has of the table's parts: counts, and the newest rows. */
export class KeptParts {
  private dictionary: Dictionary = emptyDictionary();
  private readonly kept = new Map<string, Kept>();
  private last: { keys: string; snapshot: Snapshot } | null = null;

  /** @param newest - how many of the newest rows and failures it takes; it keeps up to twice as many. */
  constructor(private readonly newest: number) {}

  /** The parts that it should read: it knows nothing of them, or has them in too many pieces. */
  unread(parts: readonly TablePart[]): TablePart[] {
    const isKnown = (part: TablePart): boolean => this.kept.has(keyOf(part)) || this.putTogether(part);
    return parts.filter(
      (part) => part.rows > 0 && (!isKnown(part) || this.kept.get(keyOf(part))?.isScattered === true),
    );
  }

  /** What a reading of parts should bring. */
  get wanted(): Wanted {
    const pieces = [...this.kept.values()].flatMap((one) => one.pieces);
    return { dictionary: this.dictionary, after: afterOf(pieces.map(({ rows }) => rows)), most: this.newest };
  }

  /** The snapshot of a table with these parts; null when memory lacks one of them. */
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

  /** Takes what was read of parts. @param sums - recognise the contents of parts, by their names. */
  keep(contents: readonly PartContents[], sums: ReadonlyMap<string, PartContent>): void {
    for (const content of contents) {
      const sum = sums.get(content.part.name)?.sum ?? null;
      const kept = { part: content.part, pieces: [content], sum, isScattered: false, seenAt: Date.now() };
      this.kept.set(keyOf(content.part), kept);
    }
    this.last = null;
  }

  /** Forgets what has another content than a part of its name, and what it has not met for long. */
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

  /** Forgets all where there is nothing left, or it has numbered very many values. @param most - values of a column. */
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

  /** How many counts of a length it has. */
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
