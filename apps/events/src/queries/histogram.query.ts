import { z } from 'zod';
import { bucketOf, DAY, HOUR } from '../table/schema/buckets.ts';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import { countBy, countedBy } from '../table/count-rows.ts';
import { withoutSearch } from '../table/filter/counted.ts';
import type { ResolvedFilter } from '../table/filter/resolve.ts';
import { toCondition } from '../table/filter/sql.ts';

/** Times of the first event, and of the end of the last event's bucket, in milliseconds since 1970. Meaningless if `count` is 0. */
export const Extent = z.object({ first: z.number(), end: z.number(), count: z.number() });

/**
 * Reads the extent from precomputed counts: precise to the hour, or to the day if the filter depends on event names. Ignores text searches.
 */
export function extentStatement(filter: ResolvedFilter): Statement {
  const events = withoutSearch(filter);
  const length = countedBy(events, HOUR) ?? countedBy(events, DAY) ?? 1;
  const { select, params } = countBy(`${bucketOf(length)} AS bucket`, events, length === 1 ? null : length);
  const sql = `
    SELECT min(bucket) * ${length} AS first, (max(bucket) + 1) * ${length} AS end, sum(n) AS count FROM (${select})`;
  return { sql, params };
}

/** Reads the extent from rows, precise to the millisecond. */
export function exactExtentStatement(filter: ResolvedFilter): Statement {
  const { where, params } = toCondition(withoutSearch(filter));
  const sql = `
    SELECT toUnixTimestamp64Milli(min(timestamp)) AS first, toUnixTimestamp64Milli(max(timestamp)) + 1 AS end,
      count() AS count
    FROM integration_events WHERE ${where}`;
  return { sql, params };
}

/** `bucket`: the start of the bucket, as number of steps since 1970. Empty buckets are absent. */
export const Bucket = z.object({ bucket: z.number(), success: z.number(), failure: z.number() });
export type Bucket = z.infer<typeof Bucket>;

/** @param step bucket length in milliseconds. */
export function histogramStatement(filter: ResolvedFilter, step: number): Statement {
  const length = countedBy(filter, step);
  const bucket = length === null ? bucketOf(step) : `intDiv(${bucketOf(length)}, ${step / length})`;
  const { select, params } = countBy(`${bucket} AS bucket, result`, filter, length);
  const sql = `
    SELECT bucket, sumIf(n, result = 'SUCCESS') AS success, sumIf(n, result = 'FAILURE') AS failure
    FROM (${select}) GROUP BY bucket`;
  return { sql, params };
}
