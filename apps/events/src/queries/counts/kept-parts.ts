import type { ClickHouse } from '../../table/clickhouse/clickhouse.ts';
import { Counts } from './counts.ts';
import { NewestRows, type PartRows } from './newest-rows.ts';
import { COUNTED, emptyDictionary } from './part-counts.ts';
import { keyOf, type Length, LENGTHS, PartContent, partContentsStatement, type TablePart } from './parts.query.ts';
import { sourcesOf } from './part-names.ts';
import { type PartContents, readContents, readNewest } from './read-parts.ts';

/** Milliseconds after which the contents of kept parts are compared with those of the table: a table may have been restored. */
const COMPARED = 10_000;
/** Milliseconds for which a part is kept that is no longer met: another replica may still have it. */
const UNSEEN = 60_000;
/** Rows of new parts that are read without asking first how many counts they have. */
export const FEW = 50_000;
/** Milliseconds after which the newest rows may be read again when most of them are gone. */
const REFILLED = 60_000;

/** `sum`: what recognises the content; null: not read yet, but put together from what the part was merged from. */
type Kept = { part: TablePart; contents: readonly PartContents[]; sum: string | null; seenAt: number };

/** What is known of the table at one moment. */
export type Known = { counts: Counts; newest: NewestRows };

/** The counts of the table's parts, by one length of buckets, and its newest rows. */
export class KeptParts {
  private readonly kept = new Map<string, Kept>();
  private dictionary = emptyDictionary();
  private comparedAt = Number.NEGATIVE_INFINITY;
  private refilledAt = Number.NEGATIVE_INFINITY;
  private last: { keys: string; known: Known } | null = null;

  /** @param most - counts that are kept. @param newest - rows that are read of the newest; twice as many are kept. */
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly length: Length,
    private readonly most: number,
    private readonly newest = 0,
  ) {}

  /** Those of which nothing is known. What a part was merged from is known of it. */
  missing(parts: readonly TablePart[]): TablePart[] {
    const unknown = parts.filter((part) => part.rows > 0 && !this.kept.has(keyOf(part)));
    return unknown.length === 0 ? [] : unknown.filter((part) => !this.putTogether(part));
  }

  /** Those that are known by what they were merged from alone. */
  unread(parts: readonly TablePart[]): TablePart[] {
    return parts.filter((part) => this.kept.get(keyOf(part))?.sum === null);
  }

  /** What is known when these are the parts; null when not all of them are kept. */
  of(parts: readonly TablePart[], now = Date.now()): Known | null {
    const keys = parts.filter(({ rows }) => rows > 0).map(keyOf);
    const found = keys.flatMap((key) => this.kept.get(key) ?? []);
    if (found.length < keys.length) return null;
    for (const one of found) one.seenAt = now;
    const together = keys.toSorted().join(' ');
    if (this.last?.keys !== together) {
      const contents = found.flatMap((one) => one.contents);
      const counts = contents.map((one) => one.counts);
      const newest = new NewestRows(contents.map(({ rows }) => rows));
      this.last = {
        keys: together,
        known: { counts: new Counts(LENGTHS[this.length], this.dictionary, counts), newest },
      };
    }
    return this.last.known;
  }

  /** Reads these parts. @returns whether there is room for all of it. @throws Unavailable */
  async load(parts: readonly TablePart[]): Promise<boolean> {
    if (this.kept.size === 0 || COUNTED.some((column) => this.dictionary[column].all.length > this.most)) this.clear();
    const { dictionary } = this;
    const wanted = parts.filter((part) => typeof this.kept.get(keyOf(part))?.sum !== 'string');
    if (wanted.length === 0) return true;
    const isFew = wanted.reduce((sum, { rows }) => sum + rows, 0) <= FEW;
    const early = isFew ? this.read(wanted) : null;
    const [sums] = await Promise.all([this.contents(), early]);
    this.forget(sums);
    const there = wanted.filter(({ name }) => sums.has(name));
    const counts = there.reduce((sum, { name }) => sum + (sums.get(name)?.counts ?? 0), 0);
    if (this.size + counts > this.most) return false;
    const read = await (early ?? this.read(there));
    if (this.dictionary !== dictionary) return true;
    for (const part of there) {
      const contents = read.get(keyOf(part));
      const sum = sums.get(part.name)?.sum ?? '';
      if (contents) this.kept.set(keyOf(part), { part, contents: [contents], sum, seenAt: Date.now() });
    }
    this.last = null;
    return true;
  }

  /** Compares what is kept with what the table has, from time to time. @throws Unavailable */
  async compare(now = Date.now()): Promise<void> {
    if (now - this.comparedAt < COMPARED || this.kept.size === 0) return;
    this.forget(await this.contents(), now);
  }

  clear(): void {
    this.kept.clear();
    this.last = null;
    this.dictionary = emptyDictionary();
  }

  /** Lets go of older rows when twice as many are there as were read, and reads them again when most are gone. */
  async balance(parts: readonly TablePart[], now = Date.now()): Promise<void> {
    const { newest } = this.of(parts) ?? {};
    if (!newest || this.newest === 0) return;
    const after = newest.size < 2 * this.newest ? null : newest.momentOf(this.newest);
    if (after !== null) this.changeRows(this.kept.keys(), ({ rows }) => rows.later(after));
    if (newest.after === null || newest.size >= this.newest / 4 || now - this.refilledAt < REFILLED) return;
    this.refilledAt = now;
    const read = await readNewest(this.clickhouse, parts, null, this.newest);
    this.changeRows(read.keys(), ({ rows }, key) => read.get(key) ?? rows);
  }

  private changeRows(keys: Iterable<string>, rowsOf: (of: PartContents, key: string) => PartRows): void {
    for (const key of keys) {
      const one = this.kept.get(key);
      if (one) one.contents = one.contents.map((of) => ({ ...of, rows: rowsOf(of, key) }));
    }
    this.last = null;
  }

  /** What a part was merged from may be kept beside it, and is the same. */
  private get size(): number {
    const counts = new Set([...this.kept.values()].flatMap((one) => one.contents.map((of) => of.counts)));
    return [...counts].reduce((sum, of) => sum + of.counts.length, 0);
  }

  private putTogether(part: TablePart): boolean {
    const known = [...this.kept.values()].map((one) => one.part);
    const sources = sourcesOf(part, known);
    if (sources === null) return false;
    const contents = sources.flatMap((source) => this.kept.get(keyOf(source))?.contents ?? []);
    this.kept.set(keyOf(part), { part, contents, sum: null, seenAt: Date.now() });
    return true;
  }

  private read(parts: readonly TablePart[]): Promise<ReadonlyMap<string, PartContents>> {
    const { length, dictionary, newest: most } = this;
    const afters = [...this.kept.values()].flatMap((one) => one.contents.flatMap(({ rows }) => rows.after ?? []));
    const after = afters.length === 0 ? null : afters.reduce((a, b) => Math.max(a, b));
    return readContents(this.clickhouse, parts, { length, dictionary, after, most });
  }

  private async contents(): Promise<ReadonlyMap<string, PartContent>> {
    const contents = await this.clickhouse.rows(PartContent, partContentsStatement(this.length));
    return new Map(contents.map((content) => [content.name, content]));
  }

  /** What has another content than a part of its name, and what has not been met for long. */
  private forget(contents: ReadonlyMap<string, PartContent>, now = Date.now()): void {
    for (const [key, { part, sum, seenAt }] of this.kept) {
      const content = contents.get(part.name);
      const isOther = content !== undefined && sum !== null && content.sum !== sum;
      if (isOther || (content === undefined && now - seenAt > UNSEEN)) this.kept.delete(key);
    }
    this.last = null;
    this.comparedAt = now;
  }
}
