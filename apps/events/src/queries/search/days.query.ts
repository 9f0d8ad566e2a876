import { z } from 'zod';
import { bucketOf, DAY } from '../../table/schema/buckets.ts';
import type { Statement } from '../../table/clickhouse/clickhouse.ts';
import { countBy, countedBy } from '../../table/count-rows.ts';
import { withoutSearch } from '../../table/filter/counted.ts';
import type { ResolvedFilter } from '../../table/filter/resolve.ts';

/** `day`: days since 1970. */
export const DayCount = z.object({ day: z.number(), count: z.number() });
/** The number of events per day, newest first; days without events are absent. */
export type Days = readonly z.infer<typeof DayCount>[];

/** Counts the events that a search must read, by day: the matches of the filter without its text searches. */
export function daysStatement(filter: ResolvedFilter): Statement {
  const events = withoutSearch(filter);
  const { select, params } = countBy(`${bucketOf(DAY)} AS day`, events, countedBy(events, DAY));
  return { sql: `SELECT day, sum(n) AS count FROM (${select}) GROUP BY day ORDER BY day DESC`, params };
}

export const totalOf = (days: Days): number => days.reduce((sum, { count }) => sum + count, 0);
