import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { ClickHouse, type Statement } from '../../table/clickhouse/clickhouse.ts';
import { unlessTooMuch } from '../../table/clickhouse/errors.ts';
import { DayCount, type Days, daysStatement } from './days.query.ts';
import { isSearch } from '../../table/filter/counted.ts';
import type { ResolvedFilter } from '../../table/filter/resolve.ts';
import { narrowTo, newestFrom } from './time-range.ts';
import { type Part, readMoment } from '../../table/one-moment.ts';
import type { StoredPlace } from '../../logs/settled.ts';

/** Maximum rows that a search reads. A search that would read more is limited to the newest rows. */
const MAX_ROWS = 500_000;
const NEWEST_ROWS = 200_000;

/** Rows from one snapshot. `since`: the start of the searched range; null if the search read all rows. */
export type Found<Row> = { rows: Row[]; stored: readonly StoredPlace[]; since: string | null };

/**
 * Runs queries that need every matching row. A query without a text reads precomputed counts. For a query with a text, the index
 * estimates the rows to read: the query searches a rare text in all rows, a frequent text in the newest rows.
 */
@Injectable()
export class Search {
  constructor(private readonly clickhouse: ClickHouse) {}

  days(filter: ResolvedFilter): Promise<Days> {
    return this.clickhouse.rowsNow(DayCount, daysStatement(filter));
  }

  /** @param statement reads the matches of a filter. */
  async find<Schema extends z.ZodObject>(
    schema: Schema,
    filter: ResolvedFilter,
    statement: (filter: ResolvedFilter) => Statement,
  ): Promise<Found<z.output<Schema>>> {
    const every = everyRow({ schema, statement: statement(filter) }, filter);
    const found = await unlessTooMuch(readMoment(this.clickhouse, [every]));
    if (found) return { rows: found.rowsOf(every), stored: found.stored, since: null };
    const newest = newestOf(filter, await this.days(filter));
    const some: Part<Schema> = { schema, statement: statement(newest) };
    const { rowsOf, stored } = await readMoment(this.clickhouse, [some]);
    return { rows: rowsOf(some), stored, since: newest.from === filter.from ? null : newest.from };
  }
}

/** Settings of a search. They are part of the statement, so that results do not depend on the server's configuration. */
const LIMITS = { max_rows_to_read: MAX_ROWS, use_query_condition_cache: 1 };

/** A part that reads every match. Before reading, ClickHouse rejects a search that would read more than {@link MAX_ROWS}. */
export const everyRow = <Schema extends z.ZodObject>(part: Part<Schema>, filter: ResolvedFilter): Part<Schema> =>
  !isSearch(filter) ? part : { ...part, statement: { ...part.statement, settings: LIMITS } };

/** Limits a filter to the newest rows. @param days the filter's matches per day. */
export const newestOf = (filter: ResolvedFilter, days: Days): ResolvedFilter =>
  narrowTo(filter, { from: newestFrom(days, NEWEST_ROWS, Date.now()), to: null });
