import type { Paging } from '@portico/contracts/common/page';
import { isSenderProven } from '@portico/contracts/events/position';
import { isSearch, readsDetails } from '../../table/filter/counted.ts';
import { matches } from '../../table/filter/predicate.ts';
import type { ResolvedFilter } from '../../table/filter/resolve.ts';
import type { ListedEvent } from '../../table/read-rows.ts';
import { columnToIso, toMilliseconds } from '../../table/schema/moments.ts';
import type { Searchable } from '../../table/filter/query-predicate.ts';
import type { NewestRow } from './newest-rows.query.ts';

/** `moment`: milliseconds since 1970. `looked`: what a filter looks into, but for the fields of `details`. */
type KeptRow = { row: NewestRow; moment: number; looked: Searchable };

const toKept = (row: NewestRow): KeptRow => ({
  row,
  moment: toMilliseconds(row.timestamp),
  looked: {
    event: { ...row, timestamp: columnToIso(row.timestamp) },
    derived: row,
    senderProven: isSenderProven({ partition: row.kafka_partition }),
    publishedAt: toMilliseconds(row.published_at),
    searchText: row.kept_text ?? '',
    detailsTerms: [],
  },
});

/** The newest rows of one part of the table, newest first: all that are later than `after`; null: all there are. */
export class PartRows {
  private constructor(
    readonly rows: readonly KeptRow[],
    readonly after: number | null,
  ) {}

  /** @param rows - what was read of the part. */
  static of(rows: readonly NewestRow[], after: number | null): PartRows {
    return new PartRows(rows.map(toKept), null).later(after);
  }

  /** Those alone that are later. */
  later(after: number | null): PartRows {
    if (after === null || (this.after !== null && this.after >= after)) return this;
    return new PartRows(
      this.rows.filter(({ moment }) => moment > after),
      after,
    );
  }
}

/** The newest rows of the whole table, of one moment. */
export class NewestRows {
  /** All that are later are here; null: every row there is. */
  readonly after: number | null;
  private readonly rows: readonly KeptRow[];

  constructor(parts: readonly PartRows[]) {
    this.after = parts.reduce<number | null>(
      (latest, { after }) => (after === null ? latest : Math.max(after, latest ?? after)),
      null,
    );
    this.rows = parts.flatMap((part) => part.later(this.after).rows).toSorted(byPlace);
  }

  get size(): number {
    return this.rows.length;
  }

  /** The moment of the row at this place; null where there are no more. */
  momentOf(place: number): number | null {
    return this.rows[place]?.moment ?? null;
  }

  /**
   * A page of the list, or null when not all of its rows are here.
   * @param count - how many rows match in the whole table; infinity where that is not known.
   */
  page(filter: ResolvedFilter, { limit, offset }: Paging, count: number): ListedEvent[] | null {
    const end = Math.min(offset + limit, count);
    if (end <= offset) return [];
    const found: NewestRow[] = [];
    for (const row of this.matching(filter) ?? []) {
      found.push(row);
      if (found.length === end) return listed(found.slice(offset));
    }
    return null;
  }

  /** A page of all that matches, and how much that is; null when some of it is not here. */
  whole(filter: ResolvedFilter, { limit, offset }: Paging): { rows: ListedEvent[]; count: number } | null {
    const isWhole = this.after === null || (filter.from !== null && Date.parse(filter.from) > this.after);
    const matching = isWhole ? this.matching(filter) : null;
    if (!matching) return null;
    const found = [...matching];
    const rows = listed(found.slice(offset, offset + limit));
    return rows && { rows, count: found.length };
  }

  /** Those of the rows that match, newest first, as they are asked for; null when it is unknown of one of them. */
  private matching(filter: ResolvedFilter): Iterable<NewestRow> | null {
    if (filter.where.some(readsDetails)) return null;
    if (isSearch(filter) && this.rows.some(({ row }) => row.kept_text === null)) return null;
    return matchingOf(this.rows, filter);
  }
}

function* matchingOf(rows: readonly KeptRow[], filter: ResolvedFilter): Iterable<NewestRow> {
  for (const { row, looked } of rows) if (matches(filter, looked)) yield row;
}

/** In the order of the list. */
const byPlace = (a: KeptRow, b: KeptRow): number =>
  b.moment - a.moment ||
  b.row.kafka_partition - a.row.kafka_partition ||
  b.row.log_epoch - a.row.log_epoch ||
  b.row.kafka_offset - a.row.kafka_offset;

/** Null when the details of one of them are not kept. */
function listed(rows: readonly NewestRow[]): ListedEvent[] | null {
  const found: ListedEvent[] = [];
  for (const { in_part: _, kept_text: __, kept_details: details, ...row } of rows) {
    if (details === null) return null;
    found.push({ ...row, details });
  }
  return found;
}
