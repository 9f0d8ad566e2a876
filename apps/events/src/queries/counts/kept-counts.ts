import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG } from '@portico/service';
import { ClickHouse } from '../../table/clickhouse/clickhouse.ts';
import { inBackground } from '../../table/clickhouse/question.ts';
import { type Part, readParts, type RowsOf } from '../search/snapshot.ts';
import type { Counts } from './counts.ts';
import { KeptParts } from './kept-parts.ts';
import { type Length, TablePart, tablePartsStatement } from './parts.query.ts';

/** Rows of new parts whose counts a question waits for; those of more are read while it is answered without them. */
const FEW = 50_000;
/** Milliseconds until it is tried again what had no room, or failed. */
const PAUSE = 60_000;

/** Milliseconds for which counts are a good guess of those of now. */
const OLD = 60_000;

/** Counts, and the rows of what was asked beside them, all of one moment. */
export type Counted = { counts: Counts; rowsOf: RowsOf };

/**
 * The counts of the table's projections, in memory. A part of the table never changes, so what is known of it holds for as long
 * as it is there, and which parts there are is said by the statement that reads the rows. README.md beside this file says more.
 */
@Injectable()
export class KeptCounts {
  private readonly logger = new Logger(KeptCounts.name);
  private readonly most: number;
  private readonly parts: Record<Length, KeptParts>;
  private readonly known = new Map<Length, { counts: Counts; at: number }>();
  private readonly loading = new Map<Length, Promise<void>>();
  private readonly closedUntil = new Map<Length, number>();

  constructor(
    private readonly clickhouse: ClickHouse,
    @Inject(CONFIG)
    { EVENTS_COUNTS_IN_MEMORY: most }: { EVENTS_COUNTS_IN_MEMORY: number },
  ) {
    this.most = most;
    this.parts = { day: new KeptParts(clickhouse, 'day', most), hour: new KeptParts(clickhouse, 'hour', most) };
  }

  /** Those of the last question, of some moment of the last minute. */
  latest(length: Length): Counts | null {
    const { counts, at } = this.known.get(length) ?? { counts: null, at: 0 };
    return Date.now() - at < OLD ? counts : null;
  }

  /**
   * Counts of now, and rows beside them. Null while they are not kept.
   * @throws Problem `unavailable` while ClickHouse cannot answer.
   */
  async ask(length: Length, asked: readonly Part[]): Promise<Counted | null> {
    if (!this.isReady(length)) return null;
    const parts: Part<typeof TablePart> = { schema: TablePart, statement: tablePartsStatement };
    const comparing = inBackground(() => this.parts[length].compare()).then(
      () => true,
      () => false,
    );
    const [rowsOf, isCompared] = await Promise.all([readParts(this.clickhouse, [...asked, parts]), comparing]);
    const counts = isCompared ? await this.countsOf(length, rowsOf(parts)) : null;
    if (counts) this.known.set(length, { counts, at: Date.now() });
    else this.known.delete(length);
    return counts && { counts, rowsOf };
  }

  private async countsOf(length: Length, there: readonly TablePart[]): Promise<Counts | null> {
    const missing = this.parts[length].missing(there);
    if (missing.length === 0) return this.parts[length].of(there);
    const loading = this.load(length, there);
    if (missing.reduce((sum, { rows }) => sum + rows, 0) > FEW) return null;
    await loading;
    return this.parts[length].of(there);
  }

  /** Whether it is worth asking; when it is not yet, it will be. */
  private isReady(length: Length): boolean {
    if (this.most === 0 || Date.now() < (this.closedUntil.get(length) ?? 0)) return false;
    if (this.known.has(length)) return true;
    if (!this.loading.has(length)) void this.load(length, null);
    return false;
  }

  /** One at a time. @param there - the parts of now, or null to ask for them. */
  private load(length: Length, there: readonly TablePart[] | null): Promise<void> {
    const before = this.loading.get(length) ?? Promise.resolve();
    const loading = before.then(() => inBackground(() => this.read(length, there)));
    this.loading.set(length, loading);
    void loading.finally(() => {
      if (this.loading.get(length) === loading) this.loading.delete(length);
    });
    return loading;
  }

  private async read(length: Length, there: readonly TablePart[] | null): Promise<void> {
    const kept = this.parts[length];
    try {
      const parts = there ?? (await this.clickhouse.rows(TablePart, tablePartsStatement));
      if (await kept.load(parts)) {
        const counts = kept.of(parts);
        if (counts) this.known.set(length, { counts, at: Date.now() });
        return;
      }
      kept.clear();
      this.logger.log({ most: this.most }, 'there are too many counts of events to keep them in memory');
    } catch (error) {
      this.logger.debug({ error: String(error) }, 'reading the counts of events failed');
    }
    this.known.delete(length);
    this.closedUntil.set(length, Date.now() + PAUSE);
  }
}
