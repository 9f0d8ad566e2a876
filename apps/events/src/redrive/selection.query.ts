import { z } from 'zod';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import { columnToIso, toMomentSql } from '../table/schema/moments.ts';
import { columnsOf } from '../table/schema/columns.ts';
import { type ScopedFilter, conditionOf } from '../rejected/rejected-condition.ts';

/** The sort key of a rejected event within its run, which is the order of arrival. */
export const Place = z.object({ published_at: z.string(), kafka_partition: z.number(), kafka_offset: z.number() });
export type Place = z.infer<typeof Place>;

/** Settings of a low-priority query, because no caller waits for a run. */
const LOW_PRIORITY = { priority: 4 };

/** Selects the columns of `row` from the next events after a place, or from the first events without a place. */
export function nextStatement(row: z.ZodObject, filter: ScopedFilter, after: Place | null, limit: number): Statement {
  const { sql, params } = conditionOf(filter);
  const moment = after && toMomentSql(columnToIso(after.published_at));
  const paging = after
    ? `AND published_at >= ${moment}
       AND (published_at, kafka_partition, kafka_offset) > (${moment}, ${after.kafka_partition}, ${after.kafka_offset})`
    : '';
  return {
    sql: `
      SELECT ${columnsOf(row)} FROM rejected_events FINAL WHERE ${sql} ${paging}
      ORDER BY published_at, kafka_partition, kafka_offset LIMIT ${limit}`,
    params,
    settings: LOW_PRIORITY,
  };
}
