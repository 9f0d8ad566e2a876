import { z } from 'zod';
import type { Statement } from '../clickhouse/clickhouse.ts';
import type { ResolvedFilter } from './event-filter.ts';
import { toCondition } from './event-filter.sql.ts';

/** Milliseconds since 1970 of the first and the last event; of none when `count` is 0. */
export const Extent = z.object({ first: z.number(), last: z.number(), count: z.number() });

export function extentStatement(filter: ResolvedFilter): Statement {
  const { where, params } = toCondition(filter);
  const sql = `
    SELECT toUnixTimestamp64Milli(min(timestamp)) AS first, toUnixTimestamp64Milli(max(timestamp)) AS last,
      count() AS count
    FROM integration_events WHERE ${where}`;
  return { sql, params };
}

/** `bucket`: how many steps after 1970 it begins. Empty buckets are absent. */
export const Bucket = z.object({ bucket: z.number(), success: z.number(), failure: z.number() });

/** @param step of a bucket in seconds. */
export function histogramStatement(filter: ResolvedFilter, step: number): Statement {
  const { where, params } = toCondition(filter);
  const sql = `
    SELECT intDiv(toUnixTimestamp64Milli(timestamp), ${step * 1_000}) AS bucket,
      countIf(result = 'SUCCESS') AS success, countIf(result = 'FAILURE') AS failure
    FROM integration_events WHERE ${where} GROUP BY bucket`;
  return { sql, params };
}
