import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { ClickHouse, isTooMuchToRead, type Statement } from '../clickhouse/clickhouse.ts';
import { DayCount, type Days, daysStatement } from './days.query.ts';
import type { ResolvedFilter } from './event-filter.ts';
import { newestFrom, within } from './page-windows.ts';

/** A search that would have to look into more rows than this is kept to the newest. */
const MOST_ROWS = 500_000;
/** How many of the newest. */
const NEWEST_ROWS = 200_000;

/** What was found, and since when it was looked for: null for ever. */
export type Found<Row> = { rows: Row[]; since: string | null };

/**
 * Questions whose answer takes every row that matches. Without a text they are answered from counts. With one the index
 * tells how many rows have to be looked into: a rare text is looked for everywhere, a frequent one among the newest.
 */
@Injectable()
export class Searches {
  constructor(@Inject(ClickHouse) private readonly clickhouse: ClickHouse) {}

  days(filter: ResolvedFilter): Promise<Days> {
    return this.clickhouse.rowsNow(DayCount, daysStatement(filter));
  }

  /** @param statement reads what a filter lets through. */
  async find<Schema extends z.ZodType>(
    schema: Schema,
    filter: ResolvedFilter,
    statement: (filter: ResolvedFilter) => Statement,
  ): Promise<Found<z.output<Schema>>> {
    const rows = await this.findEverywhere(schema, filter, statement);
    return rows ? { rows, since: null } : this.findNewest(schema, filter, statement, await this.days(filter));
  }

  /** Null when too many rows would have to be looked into; ClickHouse knows that before it reads any. */
  async findEverywhere<Schema extends z.ZodType>(
    schema: Schema,
    filter: ResolvedFilter,
    statement: (filter: ResolvedFilter) => Statement,
  ): Promise<z.output<Schema>[] | null> {
    const { sql, params = {} } = statement(filter);
    const limit = filter.needle === null ? '' : ` SETTINGS max_rows_to_read = ${MOST_ROWS}`;
    return this.clickhouse.rowsNow(schema, { sql: sql + limit, params }).catch((error: unknown) => {
      if (isTooMuchToRead(error)) return null;
      throw error;
    });
  }

  /** @param days of this filter. */
  async findNewest<Schema extends z.ZodType>(
    schema: Schema,
    filter: ResolvedFilter,
    statement: (filter: ResolvedFilter) => Statement,
    days: Days,
  ): Promise<Found<z.output<Schema>>> {
    const newest = within(filter, { from: newestFrom(days, NEWEST_ROWS, Date.now()), to: null });
    const rows = await this.clickhouse.rowsNow(schema, statement(newest));
    return { rows, since: newest.from === filter.from ? null : newest.from };
  }
}
