import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { ClickHouse, isTooMuchToRead, type Statement } from '../clickhouse/clickhouse.ts';
import { DayCount, type Days, daysStatement } from './days.query.ts';
import type { ResolvedFilter } from './event-filter.ts';
import { newestFrom, within } from './page-windows.ts';
import { type Snapshot, snapshot } from './snapshot.ts';

/** A search that would have to look into more rows than this is kept to the newest. */
const MOST_ROWS = 500_000;
/** How many of the newest. */
const NEWEST_ROWS = 200_000;

/** What was found at one moment, and since when it was looked for: null for ever. */
export type Found<Row> = Snapshot<Row> & { since: string | null };

/**
 * Questions whose answer takes every row that matches. Without a text they are answered from counts. With one the index
 * tells how many rows have to be looked into: a rare text is looked for everywhere, a frequent one among the newest.
 */
@Injectable()
export class Searches {
  constructor(@Inject(ClickHouse) private readonly clickhouse: ClickHouse) {}

  /** {@link Days}. */
  async days(filter: ResolvedFilter): Promise<Snapshot<Days[number]>> {
    const { rows, stored } = await snapshot(this.clickhouse, DayCount, daysStatement(filter));
    return { rows: rows.toSorted((a, b) => b.day - a.day), stored };
  }

  /** @param statement reads what a filter lets through. */
  async find<Schema extends z.ZodObject>(
    schema: Schema,
    filter: ResolvedFilter,
    statement: (filter: ResolvedFilter) => Statement,
  ): Promise<Found<z.output<Schema>>> {
    const found = await this.findEverywhere(schema, filter, statement);
    if (found) return { ...found, since: null };
    return this.findNewest(schema, filter, statement, (await this.days(filter)).rows);
  }

  /** Null when too many rows would have to be looked into; ClickHouse knows that before it reads any. */
  async findEverywhere<Schema extends z.ZodObject>(
    schema: Schema,
    filter: ResolvedFilter,
    statement: (filter: ResolvedFilter) => Statement,
  ): Promise<Snapshot<z.output<Schema>> | null> {
    const settings = filter.needle === null ? undefined : { max_rows_to_read: MOST_ROWS };
    return snapshot(this.clickhouse, schema, { ...statement(filter), settings }).catch((error: unknown) => {
      if (isTooMuchToRead(error)) return null;
      throw error;
    });
  }

  /** @param days of this filter. */
  async findNewest<Schema extends z.ZodObject>(
    schema: Schema,
    filter: ResolvedFilter,
    statement: (filter: ResolvedFilter) => Statement,
    days: Days,
  ): Promise<Found<z.output<Schema>>> {
    const newest = within(filter, { from: newestFrom(days, NEWEST_ROWS, Date.now()), to: null });
    const found = await snapshot(this.clickhouse, schema, statement(newest));
    return { ...found, since: newest.from === filter.from ? null : newest.from };
  }
}
