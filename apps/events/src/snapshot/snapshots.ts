import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  Optional,
} from '@nestjs/common';
import { CONFIG, Loop, Problem } from '@portico/service';
import type { StoredPlace } from '../logs/settled.ts';
import { Watchers } from '../logs/watchers.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { inBackground } from '../table/clickhouse/question.ts';
import { KeptParts } from './kept-parts.ts';
import { readContents } from './part-contents.ts';
import { type Length, PartContent, partContentsStatement, TablePart, tablePartsStatement } from './parts.query.ts';
import { furthest, type Snapshot } from './snapshot.ts';

/** Milliseconds between two checks of the table. */
const POLL_MS = 125;
/** Milliseconds that the process continues to follow the table after the last query. */
const WANTED_MS = 5 * 60_000;
/** Maximum age in milliseconds of a snapshot that answers queries. */
const MAX_AGE_MS = 2_000;
/** Minimum number of newest rows, and of newest failures, to keep. */
const NEWEST = 2_000;
/** Milliseconds without snapshots after a failure, or after there were too many counts. */
const PAUSE_MS = 60_000;
/** Milliseconds between two comparisons with the table's contents, because an operator may have restored the table. */
const COMPARE_MS = 10_000;

/** Follows the table of events while there are queries or viewers, as described in README.md. */
@Injectable()
export class Snapshots implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Snapshots.name);
  private readonly loop = new Loop({
    name: 'updating the in-memory event counts',
    next: () => this.follow(),
    pause: POLL_MS,
  });
  private readonly most: number;
  private readonly parts: KeptParts;
  /** The latest snapshot. `since`: start of its check, by the process's monotonic clock in milliseconds. */
  private latest: { snapshot: Snapshot; since: number } | null = null;
  /** The latest state of the table that this process's responses have shown. `at`: time of the last such response. */
  private shown: { stored: readonly StoredPlace[]; at: number } = { stored: [], at: 0 };
  /** Time of the last response that reported an event as listed. Such a response shows no positions to compare with a snapshot. */
  private saidAt = 0;
  private wantedAt = Number.NEGATIVE_INFINITY;
  private comparedAt = Number.NEGATIVE_INFINITY;
  private closedUntil = 0;

  constructor(
    private readonly clickhouse: ClickHouse,
    @Inject(CONFIG) { EVENTS_COUNTS_IN_MEMORY: most }: { EVENTS_COUNTS_IN_MEMORY: number },
    private readonly watchers: Watchers,
    @Optional() newest = NEWEST,
  ) {
    this.most = most;
    this.parts = new KeptParts(newest);
  }

  onApplicationBootstrap(): void {
    if (this.most > 0) this.loop.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /**
   * Returns the current snapshot. Returns null without a recent snapshot, and while the snapshot lacks rows that an earlier response
   * has shown, so that responses never go back in time; callers then query ClickHouse.
   */
  current(): Snapshot | null {
    this.wantedAt = performance.now();
    const { latest, shown } = this;
    if (latest === null || performance.now() - latest.since > MAX_AGE_MS || latest.since <= this.saidAt) return null;
    return latest.since > shown.at || latest.snapshot.covers(shown.stored) ? latest.snapshot : null;
  }

  /** Records that a response from ClickHouse has shown the table up to these places. */
  show(stored: readonly StoredPlace[]): void {
    this.shown = { stored: furthest([...this.shown.stored, ...stored]), at: performance.now() };
  }

  /** Records that a response says that the list contains certain events, so that the next list must contain them. */
  showListed(): void {
    this.saidAt = performance.now();
  }

  /** Checks the table, and reads new parts. @returns the new snapshot; null if memory lacks a part. @throws Problem `unavailable`. */
  look(): Promise<Snapshot | null> {
    return inBackground(() => this.read());
  }

  /** Checks the table while there is demand. @returns false, so that the loop pauses after each check. */
  private async follow(): Promise<false> {
    const isWanted = performance.now() - this.wantedAt < WANTED_MS || this.watchers.areThere();
    if (!isWanted || Date.now() < this.closedUntil) return false;
    try {
      await this.look();
    } catch (error) {
      // Forces a comparison, because the table may have changed when ClickHouse is available again.
      this.comparedAt = Number.NEGATIVE_INFINITY;
      if (error instanceof Problem) throw error;
      this.close();
      this.logger.warn({ error: String(error) }, 'loading event counts into memory failed, reading ClickHouse instead');
    }
    return false;
  }

  private async read(): Promise<Snapshot | null> {
    const since = performance.now();
    const parts = await this.clickhouse.rowsNow(TablePart, tablePartsStatement);
    if (since - this.comparedAt > COMPARE_MS && !this.parts.isEmpty) await this.compare();
    this.parts.clearWhenStale(this.most);
    const unread = this.parts.unread(parts);
    if (unread.length > 0 && !(await this.load(unread))) {
      this.logger.log({ most: this.most }, 'too many event counts, in-memory snapshots disabled');
      this.close();
      return null;
    }
    // The snapshot is null if a merge replaced a part before it was read. The next check finds the merged part.
    const snapshot = this.parts.of(parts);
    if (snapshot) this.latest = { snapshot, since };
    return snapshot;
  }

  /** Reads parts into memory. @returns false, without reading, if there are too many counts. */
  private async load(unread: readonly TablePart[]): Promise<boolean> {
    const rows = unread.reduce((sum, part) => sum + part.rows, 0);
    const lengths: Length[] = ['day', 'hour'];
    let there: readonly TablePart[] = unread;
    let contents: ReadonlyMap<string, PartContent> = new Map();
    // A part has at most as many counts as rows. Reads the exact numbers of counts only if the rows would exceed the limit.
    if (lengths.some((length) => this.parts.size(length) + rows > this.most)) {
      contents = await this.compare();
      there = unread.filter(({ name }) => contents.has(name));
      const sumOf = (length: Length): number =>
        there.reduce((sum, { name }) => sum + (contents.get(name)?.[length] ?? 0), this.parts.size(length));
      if (lengths.some((length) => sumOf(length) > this.most)) return false;
    }
    this.parts.keep(await readContents(this.clickhouse, there, this.parts.wanted), contents);
    return true;
  }

  private async compare(): Promise<ReadonlyMap<string, PartContent>> {
    const contents = await this.clickhouse.rows(PartContent, partContentsStatement);
    this.comparedAt = performance.now();
    const byName = new Map(contents.map((content) => [content.name, content]));
    this.parts.compare(byName);
    return byName;
  }

  private close(): void {
    this.closedUntil = Date.now() + PAUSE_MS;
    this.parts.clear();
    this.latest = null;
  }
}
