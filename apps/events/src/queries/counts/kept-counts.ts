import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { CONFIG, Problem } from '@portico/service';
import { ClickHouse } from '../../table/clickhouse/clickhouse.ts';
import { inBackground } from '../../table/clickhouse/question.ts';
import { type Part, readParts, type RowsOf, type Snapshot, snapshot } from '../search/snapshot.ts';
import { KeptParts, type Known } from './kept-parts.ts';
import { Lately, type State } from './lately.ts';
import { type Moment, Moments } from './moments.ts';
import { FEW, PartLoader } from './part-loader.ts';
import { type Length, TablePart, tablePartsStatement } from './parts.query.ts';

/** Milliseconds until it is tried again what had no room, or failed. */
const PAUSE = 60_000;
/** Rows that are kept of the newest, at least. */
const NEWEST = 2_000;
/**
 * Milliseconds: a question that needs no row of ClickHouse may be answered with what was known so lately. Every answer is of one moment,
 * and none of an earlier one than an answer before it from here.
 */
const LATELY = 250;

/** Milliseconds for which parts that came make it likely that more have. */
const FED = 10_000;

/** What is known, and the rows of what was asked beside it, all of one moment. */
export type Counted = Known & { rowsOf: RowsOf };

/**
 * Of one length of buckets. `awaited`: what somebody waits for; `isLoading`: what nobody waits for; `fedAt`: when parts
 * came last; `isCatchingUp`: with what came in a pause.
 */
type Kept = {
  parts: KeptParts;
  loader: PartLoader;
  lately: Lately;
  awaited: Promise<unknown>;
  isLoading: boolean;
  fedAt: number;
  isCatchingUp: boolean;
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
  private readonly moments: Moments;
  private readonly kept: Record<Length, Kept>;

  constructor(
    private readonly clickhouse: ClickHouse,
    @Inject(CONFIG)
    { EVENTS_COUNTS_IN_MEMORY: most }: { EVENTS_COUNTS_IN_MEMORY: number },
    @Optional() newest = NEWEST,
    @Optional() private readonly lately = LATELY,
  ) {
    this.most = most;
    const read = () => inBackground(() => this.guarded(clickhouse.rowsNow(TablePart, tablePartsStatement)));
    this.moments = new Moments(read, lately);
    const keptOf = (length: Length, rows: number): Kept => {
      const parts = new KeptParts(length, rows);
      const loader = new PartLoader(clickhouse, parts, length, most, rows);
      return {
        parts,
        loader,
        lately: new Lately(),
        awaited: Promise.resolve(),
        isLoading: false,
        fedAt: Number.NEGATIVE_INFINITY,
        isCatchingUp: false,
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
    if (this.isBehind(kept)) {
      this.catchUp(kept);
      return null;
    }
    const comparing = inBackground(() => kept.loader.compare()).catch(() => null);
    const [{ moment, rowsOf }, compared] = await Promise.all([this.read(asked), comparing]);
    const isCompared = compared !== null;
    if (compared) this.loadBeside(kept, moment);
    const isAlone = asked.length === 0;
    let state = isCompared ? await this.stateOf(kept, moment, isAlone) : null;
    // A part that was merged before it was read is another now.
    if (isCompared && !state && isAlone) state = await this.stateOf(kept, await this.moments.findNow(), false);
    if (state) this.moments.noteAnswer(state.moment);
    else kept.lately.forget();
    return state && { ...state.known, rowsOf };
  }

  /**
   * Rows of ClickHouse itself, of now, for what {@link ask} does not answer. No later answer from memory is of an earlier moment.
   * @throws Problem `unavailable` while ClickHouse cannot answer.
   */
  async readNow(asked: readonly Part[]): Promise<Snapshot> {
    const found = await snapshot(this.clickhouse, asked);
    this.moments.noteOther(performance.now());
    return found;
  }

  /** The parts of the table, and the rows of what was asked, of one moment. */
  private async read(asked: readonly Part[]): Promise<{ moment: Moment; rowsOf: RowsOf }> {
    if (asked.length === 0) return { moment: await this.moments.find(), rowsOf: () => [] };
    const parts: Part<typeof TablePart> = { schema: TablePart, statement: tablePartsStatement };
    const sentAt = performance.now();
    const rowsOf = await this.guarded(readParts(this.clickhouse, [...asked, parts]));
    return { moment: { parts: rowsOf(parts), sentAt, doneAt: performance.now() }, rowsOf };
  }

  /** After ClickHouse was away the table may be another: what is known is compared first. */
  private guarded<Answer>(reading: Promise<Answer>): Promise<Answer> {
    return reading.catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'unavailable')
        for (const { loader } of Object.values(this.kept)) loader.distrust();
      throw error;
    });
  }

  /** What is known of this moment; where some of it has yet to be read, of one a little earlier, if that may be. */
  private async stateOf(kept: Kept, moment: Moment, mayBeEarlier: boolean): Promise<State | null> {
    const missing = kept.parts.missing(moment.parts);
    if (missing.length > 0) kept.fedAt = performance.now();
    if (missing.reduce((sum, { rows }) => sum + rows, 0) > FEW) {
      this.loadBeside(kept, moment);
      return null;
    }
    const note = (): State | null => {
      const known = kept.parts.of(moment.parts);
      if (known) kept.lately.note({ known, moment });
      return known && { known, moment };
    };
    if (missing.length === 0) return note();
    const before = mayBeEarlier ? kept.lately.before(moment.parts) : null;
    // What somebody waits for, one after the other: the next may find it done.
    const loading = kept.awaited.then(() => inBackground(() => this.tryLoad(kept, missing)));
    kept.awaited = loading;
    const loaded = loading.then(note);
    return before && this.moments.mayAnswer(before.moment) ? before : loaded;
  }

  /** Whether the first question after a pause would wait for what came in it: the projections answer that one sooner. */
  private isBehind({ fedAt, isCatchingUp }: Kept): boolean {
    const isFed = this.lately > 0 && performance.now() - fedAt < FED;
    return isFed && !isCatchingUp && !this.moments.isYoung();
  }

  private catchUp(kept: Kept): void {
    kept.isCatchingUp = true;
    void inBackground(async () => this.stateOf(kept, await this.moments.findNow(), false))
      .catch((error: unknown) => this.logger.debug({ error: String(error) }, 'reading new parts of events failed'))
      .finally(() => (kept.isCatchingUp = false));
  }

  /** Whether it is worth asking; when it is not yet, it will be. */
  private isReady(kept: Kept): boolean {
    if (this.most === 0 || Date.now() < kept.closedUntil) return false;
    if (!kept.lately.isKnown) this.loadBeside(kept, null);
    return kept.lately.isKnown;
  }

  /** One at a time, and nobody waits for it. @param asked - null: of now. */
  private loadBeside(kept: Kept, asked: Moment | null): void {
    if (kept.isLoading) return;
    kept.isLoading = true;
    const load = async (): Promise<void> => {
      await kept.loader.compare();
      const moment = asked ?? (await this.moments.findNow());
      if (!(await this.tryLoad(kept, moment.parts))) return;
      await kept.loader.refill(moment.parts);
      const known = kept.parts.of(moment.parts);
      if (known && !kept.lately.isKnown) kept.lately.note({ known, moment });
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
