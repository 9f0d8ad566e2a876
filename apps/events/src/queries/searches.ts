import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { ClickHouse, isTooMuchToRead, type Statement } from '../clickhouse/clickhouse.ts';
import { DayCount, type Days, daysStatement } from './days.query.ts';
import type { ResolvedFilter } from './event-filter.ts';
import { newestFrom, within } from './page-windows.ts';

/** A search that would have to look into more rows than this is kept to the newest. */
const MOST_ROWS = 1_000_000;
/** How many of the newest. */
const NEWEST_ROWS = 300_000;

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

  /** @param statement reads what a filter lets through. @param days of this filter, when they are known already. */
  async find<Schema extends z.ZodType>(
    schema: Schema,
    filter: ResolvedFilter,
    statement: (filter: ResolvedFilter) => Statement,
    days?: Days,
  ): Promise<Found<z.output<Schema>>> {
    if (filter.needle === null) return { rows: await this.clickhouse.rowsNow(schema, statement(filter)), since: null };
    try {
      const { sql, params = {} } = statement(filter);
      const bounded = { sql: `${sql} SETTINGS max_rows_to_read = ${MOST_ROWS}`, params };
      return { rows: await this.clickhouse.rowsNow(schema, bounded), since: null };
    } catch (error) {
      if (!isTooMuchToRead(error)) throw error;
    }
    const from = newestFrom(days ?? (await this.days(filter)), NEWEST_ROWS, Date.now());
    const newest = within(filter, { from, to: null });
    const since = newest.from === filter.from ? null : newest.from;
    return { rows: await this.clickhouse.rowsNow(schema, statement(newest)), since };
  }
}
