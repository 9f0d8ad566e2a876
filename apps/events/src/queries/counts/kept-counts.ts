import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { CONFIG } from '@portico/service';
import { ClickHouse } from '../../table/clickhouse/clickhouse.ts';
import { inBackground } from '../../table/clickhouse/question.ts';
import { type Part, readParts, type RowsOf } from '../search/snapshot.ts';
import { FEW, KeptParts, type Known } from './kept-parts.ts';
import { PartsNow } from './parts-now.ts';
import { type Length, TablePart, tablePartsStatement } from './parts.query.ts';

/** Milliseconds until it is tried again what had no room, or failed. */
const PAUSE = 60_000;

/** Milliseconds for which counts are a good guess of those of now. */
const OLD = 60_000;

/** Rows that are kept of the newest, at least. */
const NEWEST = 2_000;

/** What is known, and the rows of what was asked beside it, all of one moment. */
export type Counted = Known & { rowsOf: RowsOf };

/**
 * The counts of the table's projections, in memory. A part of the table never changes, so what is known of it holds for as long
 * as it is there, and which parts there are is said by the statement that reads the rows. README.md beside this file says more.
 */
@Injectable()
export class KeptCounts {
  private readonly logger = new Logger(KeptCounts.name);
  private readonly most: number;
  private readonly parts: Record<Length, KeptParts>;
  private readonly known = new Map<Length, { known: Known; at: number }>();
  private readonly now: PartsNow;
  private readonly awaited = new Map<Length, Promise<unknown>>();
  private readonly loading = new Set<Length>();
  private readonly closedUntil = new Map<Length, number>();

  constructor(
    private readonly clickhouse: ClickHouse,
    @Inject(CONFIG)
    { EVENTS_COUNTS_IN_MEMORY: most }: { EVENTS_COUNTS_IN_MEMORY: number },
    @Optional() newest = NEWEST,
  ) {
    this.most = most;
    this.now = new PartsNow(clickhouse);
    this.parts = { day: new KeptParts(clickhouse, 'day', most, newest), hour: new KeptParts(clickhouse, 'hour', most) };
  }

  /** Those of the last question, of some moment of the last minute. */
  latest(length: Length): Known | null {
    const { known, at } = this.known.get(length) ?? { known: null, at: 0 };
    return Date.now() - at < OLD ? known : null;
  }

  /**
   * Counts of now, and rows beside them. Null while they are not kept.
   * @throws Problem `unavailable` while ClickHouse cannot answer.
   */
  async ask(length: Length, asked: readonly Part[]): Promise<Counted | null> {
    if (!this.isReady(length)) return null;
    const comparing = inBackground(() => this.parts[length].compare()).then(
      () => true,
      () => false,
    );
    const [{ there, rowsOf }, isCompared] = await Promise.all([this.read(asked), comparing]);
    let known = isCompared ? await this.knownOf(length, there) : null;
    // A part that was merged before it was read is another now.
    if (isCompared && !known && asked.length === 0) known = await this.knownOf(length, await this.now.read());
    if (known) this.known.set(length, { known, at: Date.now() });
    else this.known.delete(length);
    return known && { ...known, rowsOf };
  }

  /** The parts of the table, and the rows of what was asked, of one moment. */
  private async read(asked: readonly Part[]): Promise<{ there: TablePart[]; rowsOf: RowsOf }> {
    if (asked.length === 0) return { there: await this.now.read(), rowsOf: () => [] };
    const parts: Part<typeof TablePart> = { schema: TablePart, statement: tablePartsStatement };
    const rowsOf = await readParts(this.clickhouse, [...asked, parts]);
    return { there: rowsOf(parts), rowsOf };
  }

  private async knownOf(length: Length, there: readonly TablePart[]): Promise<Known | null> {
    const kept = this.parts[length];
    const missing = kept.missing(there);
    const isMuch = missing.reduce((sum, { rows }) => sum + rows, 0) > FEW;
    if (isMuch || kept.unread(there).length > 0) this.loadBeside(length, there);
    if (isMuch) return null;
    if (missing.length > 0) await this.load(length, missing);
    return kept.of(there);
  }

  /** Whether it is worth asking; when it is not yet, it will be. */
  private isReady(length: Length): boolean {
    if (this.most === 0 || Date.now() < (this.closedUntil.get(length) ?? 0)) return false;
    if (this.known.has(length)) return true;
    this.loadBeside(length, null);
    return false;
  }

  /** What somebody waits for, one at a time. */
  private load(length: Length, missing: readonly TablePart[]): Promise<unknown> {
    const before = this.awaited.get(length) ?? Promise.resolve();
    const loading = before.then(() => inBackground(() => this.tryLoad(length, missing)));
    this.awaited.set(length, loading);
    return loading;
  }

  /** What nobody waits for: one at a time, and none while one is under way. @param there - the parts of now; null: to be asked for. */
  private loadBeside(length: Length, there: readonly TablePart[] | null): void {
    if (this.loading.has(length)) return;
    this.loading.add(length);
    const load = async (): Promise<void> => {
      const parts = there ?? (await this.clickhouse.rows(TablePart, tablePartsStatement));
      if (!(await this.tryLoad(length, parts))) return;
      await this.parts[length].balance(parts);
      const known = this.parts[length].of(parts);
      if (known && !this.known.has(length)) this.known.set(length, { known, at: Date.now() });
    };
    void inBackground(load)
      .catch((error: unknown) => this.failed(length, error))
      .finally(() => this.loading.delete(length));
  }

  private async tryLoad(length: Length, parts: readonly TablePart[]): Promise<boolean> {
    try {
      if (await this.parts[length].load(parts)) return true;
      this.parts[length].clear();
      this.logger.log({ most: this.most }, 'there are too many counts of events to keep them in memory');
      this.close(length);
    } catch (error) {
      this.failed(length, error);
    }
    return false;
  }

  private failed(length: Length, error: unknown): void {
    this.logger.debug({ error: String(error) }, 'reading the counts of events failed');
    this.close(length);
  }

  private close(length: Length): void {
    this.known.delete(length);
    this.closedUntil.set(length, Date.now() + PAUSE);
  }
}
