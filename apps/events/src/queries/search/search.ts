import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { ClickHouse, type Statement } from '../../table/clickhouse/clickhouse.ts';
import { isTooMuchToRead } from '../../table/clickhouse/errors.ts';
import { DayCount, type Days, daysStatement } from './days.query.ts';
import { isSearch } from '../../table/filter/counted.ts';
import type { ResolvedFilter } from '../../table/filter/resolve.ts';
import { narrowTo, newestFrom } from './time-range.ts';
import { type Moment, type Part, readMoment } from '../../table/one-moment.ts';
import type { StoredPlace } from '../../logs/settled.ts';

/** A search that would have to look into more rows than this is kept to the newest. */
const MOST_ROWS = 500_000;
/** How many of the newest. */
const NEWEST_ROWS = 200_000;

/** What was found at one moment, and since when it was looked for: null for ever. */
export type Found<Row> = { rows: Row[]; stored: readonly StoredPlace[]; since: string | null };

/**
 * Questions whose answer takes every row that matches. Without a text they are answered from counts. With one the index
 * tells how many rows have to be looked into: a rare text is looked for everywhere, a frequent one among the newest.
 */
@Injectable()
export class Search {
  constructor(private readonly clickhouse: ClickHouse) {}

  /** {@link Days}. */
  days(filter: ResolvedFilter): Promise<Days> {
    return this.clickhouse.rowsNow(DayCount, daysStatement(filter));
  }

  /** @param statement reads what a filter lets through. */
  async find<Schema extends z.ZodObject>(
    schema: Schema,
    filter: ResolvedFilter,
    statement: (filter: ResolvedFilter) => Statement,
  ): Promise<Found<z.output<Schema>>> {
    const every = everyRow({ schema, statement: statement(filter) }, filter);
    const found = await this.everywhere([every]);
    if (found) return { rows: found.rowsOf(every), stored: found.stored, since: null };
    const newest = newestOf(filter, await this.days(filter));
    const some: Part<Schema> = { schema, statement: statement(newest) };
    const { rowsOf, stored } = await readMoment(this.clickhouse, [some]);
    return { rows: rowsOf(some), stored, since: newest.from === filter.from ? null : newest.from };
  }

  /** Null when {@link everyRow} would have to look into too many; ClickHouse knows that before it reads any. */
  everywhere(parts: readonly Part[]): Promise<Moment | null> {
    return unlessTooMuch(readMoment(this.clickhouse, parts));
  }
}

/** Null when ClickHouse says that too many rows would have to be looked into. */
export const unlessTooMuch = <Found>(found: Promise<Found>): Promise<Found | null> =>
  found.catch((error: unknown) => {
    if (isTooMuchToRead(error)) return null;
    throw error;
  });

/** What an answer depends on stands in the statement: how a server is set up decides nothing. */
const LIMITS = { max_rows_to_read: MOST_ROWS, use_query_condition_cache: 1 };

/** A part that takes every row that matches. */
export const everyRow = <Schema extends z.ZodObject>(part: Part<Schema>, filter: ResolvedFilter): Part<Schema> =>
  !isSearch(filter) ? part : { ...part, statement: { ...part.statement, settings: LIMITS } };

/** The filter among the newest rows. @param days of this filter. */
export const newestOf = (filter: ResolvedFilter, days: Days): ResolvedFilter =>
  narrowTo(filter, { from: newestFrom(days, NEWEST_ROWS, Date.now()), to: null });
