import type { ClickHouse } from '../../table/clickhouse/clickhouse.ts';
import type { KeptParts } from './kept-parts.ts';
import { type Length, PartContent, partContentsStatement, type TablePart } from './parts.query.ts';
import { readContents, readNewest, type Wanted } from './read-parts.ts';
import { readSmall, SMALL } from './small-parts.ts';

/** Milliseconds after which the contents of kept parts are compared with those of the table: a table may have been restored. */
const COMPARED = 10_000;
/** Milliseconds after which the newest rows may be read again when most of them are gone. */
const REFILLED = 60_000;
/** Rows of new parts that are read without asking first how many counts they have. */
const FEW = 50_000;

/** Reads what is to be kept of the table's parts. */
export class PartLoader {
  private comparedAt = Number.NEGATIVE_INFINITY;
  private refilledAt = Number.NEGATIVE_INFINITY;

  /** @param most - counts that are kept. @param newest - rows that are read of the newest. */
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly kept: KeptParts,
    private readonly length: Length,
    private readonly most: number,
    private readonly newest: number,
  ) {}

  /** Reads what is worth it of these parts. @returns whether there is room for all of it. @throws Unavailable */
  async load(parts: readonly TablePart[]): Promise<boolean> {
    const { kept } = this;
    kept.clearWhenStale(this.most);
    const unread = kept.unread(parts);
    const rows = unread.reduce((sum, part) => sum + part.rows, 0);
    if (rows === 0) return true;
    if (rows > SMALL || kept.size + rows > this.most) return this.loadMany(unread, rows);
    kept.keep(await readSmall(this.clickhouse, unread, this.wanted), null);
    return true;
  }

  /** Compares what is kept with what the table has, from time to time. @returns whether it did. @throws Unavailable */
  async compare(now = Date.now()): Promise<boolean> {
    if (now - this.comparedAt < COMPARED || this.kept.size === 0) return false;
    this.comparedAt = now;
    try {
      this.kept.compare(await this.contents(), now);
    } catch (error) {
      this.distrust();
      throw error;
    }
    return true;
  }

  /** Has what is kept compared before the next question: ClickHouse was away, and may have come back with another table. */
  distrust(): void {
    this.comparedAt = Number.NEGATIVE_INFINITY;
  }

  /** Reads the newest rows again when most of them are gone. @throws Unavailable */
  async refill(parts: readonly TablePart[], now = Date.now()): Promise<void> {
    const { newest } = this.kept.of(parts) ?? {};
    const isScarce = newest !== undefined && newest.after !== null && newest.size < this.newest / 4;
    if (!isScarce || now - this.refilledAt < REFILLED) return;
    this.refilledAt = now;
    this.kept.replaceRows(await readNewest(this.clickhouse, parts, null, this.newest));
  }

  private async loadMany(unread: readonly TablePart[], rows: number): Promise<boolean> {
    const read = (parts: readonly TablePart[]) => readContents(this.clickhouse, parts, this.wanted);
    const early = rows <= FEW ? read(unread) : null;
    const [contents] = await Promise.all([this.contents(), early]);
    this.kept.compare(contents);
    const there = unread.filter(({ name }) => contents.has(name));
    const counts = there.reduce((sum, { name }) => sum + (contents.get(name)?.counts ?? 0), 0);
    if (this.kept.size + counts > this.most) return false;
    this.kept.keep(await (early ?? read(there)), contents);
    return true;
  }

  private get wanted(): Wanted {
    const { dictionary, rowsAfter: after } = this.kept;
    return { length: this.length, dictionary, after, most: this.newest };
  }

  private async contents(): Promise<ReadonlyMap<string, PartContent>> {
    const contents = await this.clickhouse.rows(PartContent, partContentsStatement(this.length));
    return new Map(contents.map((content) => [content.name, content]));
  }
}
