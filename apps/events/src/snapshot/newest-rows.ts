import type { Paging } from '@portico/contracts/common/page';
import { isSenderProven } from '@portico/contracts/events/position';
import { matches } from '../table/filter/predicate.ts';
import type { Searchable } from '../table/filter/query-predicate.ts';
import type { ResolvedFilter } from '../table/filter/resolve.ts';
import type { ListedEvent } from '../table/read-rows.ts';
import { columnToIso, toMilliseconds } from '../table/schema/moments.ts';
import type { NewestRow } from './newest-rows.query.ts';

/** A row in memory. `moment`: its timestamp in milliseconds since 1970. `looked`: the values that a filter by counted columns reads. */
type KeptRow = { row: NewestRow; moment: number; looked: Searchable };

/**
 * The times after which memory is complete, in milliseconds since 1970. Memory has every event later than `every`, and every failure later
 * than `failures`. Null: memory has all rows.
 */
export type After = { every: number | null; failures: number | null };

const later = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);
const laterOf = (one: After, other: After): After => ({
  every: later(one.every, other.every),
  failures: later(one.failures, other.failures),
});

/** The times after which memory has all rows of these parts. */
export const afterOf = (parts: readonly PartRows[]): After =>
  parts.reduce<After>((after, part) => laterOf(after, part.after), { every: null, failures: null });

const isLater = ({ moment }: KeptRow, after: number | null): boolean => after === null || moment > after;
const isFailure = ({ row }: KeptRow): boolean => row.result === 'FAILURE';

const toKept = (row: NewestRow): KeptRow => ({
  row,
  moment: toMilliseconds(row.timestamp),
  looked: {
    event: { ...row, timestamp: columnToIso(row.timestamp) },
    derived: row,
    senderProven: isSenderProven({ partition: row.kafka_partition }),
    publishedAt: toMilliseconds(row.published_at),
    searchText: '',
    detailsTerms: [],
  },
});

/** The newest rows of one part of the table. */
export class PartRows {
  private constructor(
    readonly rows: readonly KeptRow[],
    readonly after: After,
  ) {}

  static of(rows: readonly NewestRow[], after: After): PartRows {
    return new PartRows(rows.map(toKept), { every: null, failures: null }).later(after);
  }

  /** Returns the part with only the rows that are later than `bound`. */
  later(bound: After): PartRows {
    const after = laterOf(this.after, bound);
    if (after.every === this.after.every && after.failures === this.after.failures) return this;
    const isKept = (row: KeptRow): boolean =>
      isLater(row, after.every) || (isFailure(row) && isLater(row, after.failures));
    return new PartRows(this.rows.filter(isKept), after);
  }
}

/** The newest rows and failures of the whole table in one snapshot. */
export class NewestRows {
  readonly after: After;
  /** The rows of all parts, newest first. */
  private readonly rows: readonly KeptRow[];

  constructor(parts: readonly PartRows[]) {
    this.after = afterOf(parts);
    this.rows = parts.flatMap((part) => part.later(this.after).rows).toSorted(byPlace);
  }

  /** The times after which memory should keep rows: once there are `2 * newest` rows, the older half is dropped. */
  cutAt(newest: number): After {
    const cut = (rows: readonly KeptRow[], after: number | null): number | null =>
      rows.length < 2 * newest ? after : (rows[newest]?.moment ?? after);
    const { every, failures } = this.after;
    return {
      every: cut(
        this.rows.filter((row) => isLater(row, every)),
        every,
      ),
      failures: cut(
        this.rows.filter((row) => isFailure(row) && isLater(row, failures)),
        failures,
      ),
    };
  }

  /**
   * Returns a page of the list; null if memory lacks a row of the page.
   * @param filter - a filter by counted columns only.
   * @param count - number of matches in the whole table.
   */
  page(filter: ResolvedFilter, { limit, offset }: Paging, count: number): ListedEvent[] | null {
    const end = Math.min(offset + limit, count);
    if (end <= offset) return [];
    const found: NewestRow[] = [];
    const after = asksForFailures(filter) ? this.after.failures : this.after.every;
    for (const row of matching(this.rows, filter, after)) {
      found.push(row);
      if (found.length === end) return listed(found.slice(offset));
    }
    return null;
  }
}

/** Returns the matching rows later than `after`, newest first. */
function* matching(rows: readonly KeptRow[], filter: ResolvedFilter, after: number | null): Iterable<NewestRow> {
  for (const row of rows) {
    if (!isLater(row, after)) return;
    if (matches(filter, row.looked)) yield row.row;
  }
}

const asksForFailures = ({ where }: ResolvedFilter): boolean =>
  where.some(
    (query) => query.kind === 'choice' && query.column === 'result' && query.values.every((one) => one === 'FAILURE'),
  );

/** The order of the event list. */
const byPlace = (a: KeptRow, b: KeptRow): number =>
  b.moment - a.moment ||
  b.row.kafka_partition - a.row.kafka_partition ||
  b.row.log_epoch - a.row.log_epoch ||
  b.row.kafka_offset - a.row.kafka_offset;

/** Returns null if memory lacks the details of a row. */
function listed(rows: readonly NewestRow[]): ListedEvent[] | null {
  const found: ListedEvent[] = [];
  for (const { in_part: _, kept_details: details, ...row } of rows) {
    if (details === null) return null;
    found.push({ ...row, details });
  }
  return found;
}
