import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { CONFIG, Problem } from '@portico/service';
import { ClickHouse } from '../../table/clickhouse/clickhouse.ts';
import { inBackground } from '../../table/clickhouse/question.ts';
import { type Part, readParts, type RowsOf } from '../search/snapshot.ts';
import { KeptParts, type Known } from './kept-parts.ts';
import { Lately } from './lately.ts';
import { FEW, PartLoader } from './part-loader.ts';
import { PartsNow } from './parts-now.ts';
import { type Length, TablePart, tablePartsStatement } from './parts.query.ts';

/** Milliseconds until it is tried again what had no room, or failed. */
const PAUSE = 60_000;
/** Rows that are kept of the newest, at least. */
const NEWEST = 2_000;
/**
 * Milliseconds: while events are stored, a question may be answered with what was known so lately, instead of waiting for what came
 * since. Every answer is of one moment, and none of an earlier one than an answer before it.
 */
const LATELY = 250;

/** What is known, and the rows of what was asked beside it, all of one moment. */
export type Counted = Known & { rowsOf: RowsOf };

/** Of one length of buckets. `awaited`: what somebody waits for; `isLoading`: what nobody waits for. */
type Kept = {
  parts: KeptParts;
  loader: PartLoader;
  lately: Lately;
  awaited: Promise<unknown>;
  isLoading: boolean;
  closedUntil: number;
};

/**
 * The counts of the table's projections, and its newest rows, in memory. A part of the table never changes, so what is known of it
 * holds for as long as it is there, and one cheap statement says which parts there are. README.md beside this file says more.
 */
@Injectable()
export class KeptCounts {
  private readonly logger = new Logger(KeptCounts.name);
  private readonly most: number;
  private readonly now: PartsNow;
  private readonly kept: Record<Length, Kept>;
  private answered: { known: Known; at: number } | null = null;

  constructor(
    private readonly clickhouse: ClickHouse,
    @Inject(CONFIG)
    { EVENTS_COUNTS_IN_MEMORY: most }: { EVENTS_COUNTS_IN_MEMORY: number },
    @Optional() newest = NEWEST,
    @Optional() lately = LATELY,
  ) {
    this.most = most;
    this.now = new PartsNow(clickhouse);
    const keptOf = (length: Length, rows: number): Kept => {
      const parts = new KeptParts(length, rows);
      const loader = new PartLoader(clickhouse, parts, length, most, rows);
      return {
        parts,
        loader,
        lately: new Lately(lately),
        awaited: Promise.resolve(),
        isLoading: false,
        closedUntil: 0,
      };
    };
    this.kept = { day: keptOf('day', newest), hour: keptOf('hour', 0) };
  }

  /** Those of the last question, of some moment of the last minute. */
  latest(length: Length): Known | null {
    return this.kept[length].lately.latest();
  }

  /**
   * Counts of now, or of lately where no rows are asked for, and rows beside them. Null while they are not kept.
   * @throws Problem `unavailable` while ClickHouse cannot answer.
   */
  async ask(length: Length, asked: readonly Part[]): Promise<Counted | null> {
    const kept = this.kept[length];
    if (!this.isReady(kept)) return null;
    const comparing = inBackground(() => kept.loader.compare()).catch(() => null);
    const reading = this.read(asked).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'unavailable')
        for (const { loader } of Object.values(this.kept)) loader.distrust();
      throw error;
    });
    const [{ rowsOf, ...moment }, compared] = await Promise.all([reading, comparing]);
    const isCompared = compared !== null;
    if (compared) this.loadBeside(kept, moment.there);
    const isAlone = asked.length === 0;
    let known = isCompared ? await this.knownOf(kept, moment, isAlone) : null;
    // A part that was merged before it was read is another now.
    if (isCompared && !known && isAlone) known = await this.knownOf(kept, await this.read([]), false);
    if (known) this.answered = { known, at: performance.now() };
    else kept.lately.forget();
    return known && { ...known, rowsOf };
  }

  /** The parts of the table, and the rows of what was asked, of one moment. */
  private async read(asked: readonly Part[]): Promise<{ there: TablePart[]; sentAt: number; rowsOf: RowsOf }> {
    const sentAt = performance.now();
    if (asked.length === 0) return { there: await this.now.read(), sentAt, rowsOf: () => [] };
    const parts: Part<typeof TablePart> = { schema: TablePart, statement: tablePartsStatement };
    const rowsOf = await readParts(this.clickhouse, [...asked, parts]);
    return { there: rowsOf(parts), sentAt, rowsOf };
  }

  private async knownOf(
    kept: Kept,
    { there, sentAt }: { there: readonly TablePart[]; sentAt: number },
    mayBeOfLately: boolean,
  ): Promise<Known | null> {
    const missing = kept.parts.missing(there);
    if (missing.reduce((sum, { rows }) => sum + rows, 0) > FEW) {
      this.loadBeside(kept, there);
      return null;
    }
    const note = (): Known | null => {
      const known = kept.parts.of(there);
      if (known) kept.lately.note({ known, parts: there, sentAt });
      return known;
    };
    if (missing.length === 0) return note();
    const known = mayBeOfLately ? kept.lately.answer(there, this.answered) : null;
    // What somebody waits for, one after the other: the next may find it done.
    const loading = kept.awaited.then(() => inBackground(() => this.tryLoad(kept, missing)));
    kept.awaited = loading;
    const loaded = loading.then(note);
    return known ?? loaded;
  }

  /** Whether it is worth asking; when it is not yet, it will be. */
  private isReady(kept: Kept): boolean {
    if (this.most === 0 || Date.now() < kept.closedUntil) return false;
    if (!kept.lately.isKnown) this.loadBeside(kept, null);
    return kept.lately.isKnown;
  }

  /** One at a time, and nobody waits for it. @param there - the parts of now; null: to be asked for. */
  private loadBeside(kept: Kept, there: readonly TablePart[] | null): void {
    if (kept.isLoading) return;
    kept.isLoading = true;
    const load = async (): Promise<void> => {
      await kept.loader.compare();
      const sentAt = performance.now();
      const parts = there ?? (await this.clickhouse.rows(TablePart, tablePartsStatement));
      if (!(await this.tryLoad(kept, parts))) return;
      await kept.loader.refill(parts);
      const known = kept.parts.of(parts);
      if (known && !kept.lately.isKnown) kept.lately.note({ known, parts, sentAt });
    };
    void inBackground(load)
      .catch((error: unknown) => this.failed(kept, error))
      .finally(() => (kept.isLoading = false));
  }

  private async tryLoad(kept: Kept, parts: readonly TablePart[]): Promise<boolean> {
    try {
      if (await kept.loader.load(parts)) return true;
      kept.parts.clear();
      this.logger.log({ most: this.most }, 'there are too many counts of events to keep them in memory');
      this.close(kept);
    } catch (error) {
      this.failed(kept, error);
    }
    return false;
  }

  private failed(kept: Kept, error: unknown): void {
    this.logger.debug({ error: String(error) }, 'reading the counts of events failed');
    this.close(kept);
  }

  private close(kept: Kept): void {
    kept.lately.forget();
    kept.closedUntil = Date.now() + PAUSE;
  }
}
