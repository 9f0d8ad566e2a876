import { Counts } from './counts.ts';
import { NewestRows, PartRows } from './newest-rows.ts';
import { COUNTED, type Dictionary, emptyDictionary } from './part-counts.ts';
import { sourcesOf } from './part-names.ts';
import { keyOf, type Length, LENGTHS, type PartContent, type TablePart } from './parts.query.ts';
import type { PartContents, ReadParts } from './read-parts.ts';

/** Milliseconds for which a part is kept that is no longer met: another replica may still have it. */
const UNSEEN = 60_000;
/** Pieces of a part, and counts beside twice as many as it has, from which on it is read again. */
const MOST_PIECES = 256;
const MOST_SPARE = 10_000;

/**
 * `pieces` are what the part was read as, or what it was merged from. `sum` recognises its content; null until it is compared first.
 * `isScattered`: its pieces take much more than the part would.
 */
type Kept = {
  part: TablePart;
  pieces: readonly PartContents[];
  sum: string | null;
  isScattered: boolean;
  seenAt: number;
};

/** What is known of the table at one moment. */
export type Known = { counts: Counts; newest: NewestRows };

const countsOf = (pieces: readonly PartContents[]): number =>
  pieces.reduce((sum, { counts }) => sum + counts.counts.length, 0);

const newestOf = (kept: readonly Kept[]): NewestRows =>
  new NewestRows(kept.flatMap(({ pieces }) => pieces.map(({ rows }) => rows)));

/** The counts of the table's parts, by one length of buckets, and its newest rows, as far as they were read. */
export class KeptParts {
  dictionary: Dictionary = emptyDictionary();
  private readonly kept = new Map<string, Kept>();
  private last: { keys: string; known: Known } | null = null;

  /** @param newest - rows that are kept of the newest; up to twice as many are. */
  constructor(
    private readonly length: Length,
    private readonly newest: number,
  ) {}

  /** Those of which nothing is known. What a part was merged from is known of it. */
  missing(parts: readonly TablePart[]): TablePart[] {
    const unknown = parts.filter((part) => part.rows > 0 && !this.kept.has(keyOf(part)));
    return unknown.length === 0 ? [] : unknown.filter((part) => !this.putTogether(part));
  }

  /** Those that are worth reading: nothing is known of them, or they are in too many pieces. */
  unread(parts: readonly TablePart[]): TablePart[] {
    return parts.filter((part) => part.rows > 0 && this.kept.get(keyOf(part))?.isScattered !== false);
  }

  /** What is known when these are the parts; null when not all of them are kept. */
  of(parts: readonly TablePart[], now = Date.now()): Known | null {
    const keys = parts.filter(({ rows }) => rows > 0).map(keyOf);
    const found = keys.flatMap((key) => this.kept.get(key) ?? []);
    if (found.length < keys.length) return null;
    for (const one of found) one.seenAt = now;
    const together = keys.toSorted().join(' ');
    if (this.last?.keys === together) return this.last.known;
    const counted = found.flatMap((one) => one.pieces.map(({ counts }) => counts));
    const counts = new Counts(LENGTHS[this.length], this.dictionary, counted);
    let newest = newestOf(found);
    const after = newest.size < 2 * this.newest ? null : newest.momentOf(this.newest);
    if (after !== null) {
      this.dropRows(after);
      newest = newestOf(found);
    }
    this.last = { keys: together, known: { counts, newest } };
    return this.last.known;
  }

  /** Takes what was read of parts. @param sums - of the contents of all parts; null: not known yet. */
  keep({ contents, dictionary }: ReadParts, sums: ReadonlyMap<string, PartContent> | null): void {
    // Their values were numbered by another dictionary.
    if (this.dictionary !== dictionary) return;
    for (const [key, { part, ...piece }] of contents) {
      const sum = sums?.get(part.name)?.sum ?? null;
      this.kept.set(key, { part, pieces: [piece], sum, isScattered: false, seenAt: Date.now() });
    }
    this.last = null;
  }

  /** Forgets what has another content than a part of its name, and what has not been met for long. */
  compare(contents: ReadonlyMap<string, PartContent>, now = Date.now()): void {
    for (const [key, one] of this.kept) {
      const content = contents.get(one.part.name);
      const isOther = content !== undefined && one.sum !== null && content.sum !== one.sum;
      if (isOther || (content === undefined && now - one.seenAt > UNSEEN)) this.kept.delete(key);
      if (!content) continue;
      one.sum ??= content.sum;
      const isMuch = one.pieces.length > MOST_PIECES || countsOf(one.pieces) > 2 * content.counts + MOST_SPARE;
      one.isScattered = one.pieces.length > 1 && isMuch;
    }
    this.last = null;
  }

  /** All at once, where there is nothing left, or very many values were numbered. @param most - values of a column. */
  clearWhenStale(most: number): void {
    if (this.kept.size === 0 || COUNTED.some((column) => this.dictionary[column].all.length > most)) this.clear();
  }

  clear(): void {
    this.kept.clear();
    this.last = null;
    this.dictionary = emptyDictionary();
  }

  /** Counts that are kept. What a part was merged from may be kept beside it, and is the same. */
  get size(): number {
    const counts = new Set([...this.kept.values()].flatMap(({ pieces }) => pieces.map((piece) => piece.counts)));
    return [...counts].reduce((sum, one) => sum + one.counts.length, 0);
  }

  /** The moment after which all rows of each part are kept, in milliseconds since 1970; null: all there are. */
  get rowsAfter(): number | null {
    const afters = [...this.kept.values()].flatMap(({ pieces }) => pieces.flatMap(({ rows }) => rows.after ?? []));
    return afters.length === 0 ? null : afters.reduce((a, b) => Math.max(a, b));
  }

  /** Other rows than were kept of these parts, by their keys. */
  replaceRows(read: ReadonlyMap<string, PartRows>): void {
    for (const [key, rows] of read) {
      const one = this.kept.get(key);
      if (one)
        one.pieces = one.pieces.map((piece, at) => ({ ...piece, rows: at === 0 ? rows : PartRows.of([], rows.after) }));
    }
    this.last = null;
  }

  private dropRows(after: number): void {
    for (const one of this.kept.values())
      one.pieces = one.pieces.map((piece) => ({ ...piece, rows: piece.rows.later(after) }));
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
