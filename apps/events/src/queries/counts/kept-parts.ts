import { placeOf } from '@portico/contracts/events/position';
import type { ClickHouse } from '../../table/clickhouse/clickhouse.ts';
import type { StoredPlace } from '../../logs/settled.ts';
import { Counts } from './counts.ts';
import { COUNTED, emptyDictionary, type PartCounts, PartReader } from './part-counts.ts';
import {
  CountRow,
  countRowsStatement,
  type Length,
  LENGTHS,
  PartContent,
  partContentsStatement,
  PartPosition,
  partPositionsStatement,
  type TablePart,
} from './parts.query.ts';

/** Milliseconds after which the contents of kept parts are compared with those of the table: a table may have been restored. */
const COMPARED = 10_000;
/** Milliseconds for which a part is kept that is no longer met: another replica may still have it. */
const UNSEEN = 60_000;

type Kept = { counts: PartCounts; sum: string; seenAt: number };

const keyOf = ({ name, rows, first, last }: TablePart): string => [name, rows, first, last].join();

/** The counts of the table's parts, by one length of buckets. */
export class KeptParts {
  private readonly kept = new Map<string, Kept>();
  private dictionary = emptyDictionary();
  private comparedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly length: Length,
    private readonly most: number,
  ) {}

  missing(parts: readonly TablePart[]): TablePart[] {
    return parts.filter((part) => part.rows > 0 && !this.kept.has(keyOf(part)));
  }

  /** The counts of these parts; null when not all of them are kept. */
  of(parts: readonly TablePart[], now = Date.now()): Counts | null {
    const counts: PartCounts[] = [];
    for (const part of parts) {
      if (part.rows === 0) continue;
      const kept = this.kept.get(keyOf(part));
      if (!kept) return null;
      kept.seenAt = now;
      counts.push(kept.counts);
    }
    return new Counts(LENGTHS[this.length], this.dictionary, counts);
  }

  /** Reads what is not kept of these parts. @returns whether there is room for all of it. @throws Unavailable */
  async load(parts: readonly TablePart[]): Promise<boolean> {
    const contents = await this.contents();
    this.forget(contents);
    if (this.kept.size === 0 || COUNTED.some((column) => this.dictionary[column].all.length > this.most)) this.clear();
    const missing = new Map(
      this.missing(parts).flatMap((part) => (contents.has(part.name) ? [[part.name, part]] : [])),
    );
    const wanted = [...missing.keys()].reduce((sum, name) => sum + (contents.get(name)?.counts ?? 0), 0);
    const there = [...this.kept.values()].reduce((sum, { counts }) => sum + counts.counts.length, 0);
    if (there + wanted > this.most) return false;
    if (missing.size === 0) return true;
    const names = [...missing.keys()];
    const readers = new Map(names.map((name) => [name, new PartReader(this.dictionary)]));
    const [positions] = await Promise.all([
      this.clickhouse.rows(PartPosition, partPositionsStatement(names)),
      this.clickhouse.readRows(CountRow, countRowsStatement(this.length, names), (row) =>
        readers.get(row.part)?.take(row),
      ),
    ]);
    const positionsOf = Map.groupBy(positions, ({ part }) => part);
    for (const [name, part] of missing) {
      const stored = (positionsOf.get(name) ?? []).map(({ kafka_partition, log_epoch, kafka_offset }): StoredPlace => ({
        partition: kafka_partition,
        place: placeOf(log_epoch, kafka_offset),
      }));
      const counts = readers.get(name)?.end(stored);
      // One that was merged meanwhile is gone, and one without its projection has none of its rows here.
      if (counts?.rows === part.rows)
        this.kept.set(keyOf(part), { counts, sum: contents.get(name)?.sum ?? '', seenAt: Date.now() });
    }
    return true;
  }

  /** Compares what is kept with what the table has, from time to time. @throws Unavailable */
  async compare(now = Date.now()): Promise<void> {
    if (now - this.comparedAt < COMPARED || this.kept.size === 0) return;
    this.forget(await this.contents(), now);
  }

  clear(): void {
    this.kept.clear();
    this.dictionary = emptyDictionary();
  }

  private async contents(): Promise<ReadonlyMap<string, PartContent>> {
    const contents = await this.clickhouse.rows(PartContent, partContentsStatement(this.length));
    return new Map(contents.map((content) => [content.name, content]));
  }

  /** What has another content than a part of its name, and what has not been met for long. */
  private forget(contents: ReadonlyMap<string, PartContent>, now = Date.now()): void {
    for (const [key, { sum, seenAt }] of this.kept) {
      const content = contents.get(key.slice(0, key.indexOf(',')));
      if (content ? content.sum !== sum : now - seenAt > UNSEEN) this.kept.delete(key);
    }
    this.comparedAt = now;
  }
}
