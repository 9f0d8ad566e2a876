import { MAX_FAILING } from '@portico/contracts/http/event-health';
import { z } from 'zod';
import type { Statement } from '../../table/clickhouse/clickhouse.ts';
import { countBy, countedBy } from '../../table/count-rows.ts';
import { Params } from '../../table/filter/query-sql.ts';
import { type ResolvedFilter, withTerms } from '../../table/filter/resolve.ts';
import type { ResolvedQuery } from '../../table/filter/resolved-query.ts';
import { toCondition } from '../../table/filter/sql.ts';
import { bucketOf, DAY, HOUR } from '../../table/schema/buckets.ts';
import { toMomentSql } from '../../table/schema/moments.ts';
import { narrowTo } from '../search/time-range.ts';

export const ResultCounts = z.object({ success: z.number(), failure: z.number() });

export function resultsStatement(filter: ResolvedFilter): Statement {
  const { select, params } = countBy('result', filter, countedBy(filter, HOUR));
  const sql = `
    SELECT sumIf(n, result = 'SUCCESS') AS success, sumIf(n, result = 'FAILURE') AS failure FROM (${select})`;
  return { sql, params };
}

const FAILED: ResolvedQuery = { kind: 'choice', column: 'result', values: ['FAILURE'] };

/** An event name with its failures. `day`: the day of the last failure, in days since 1970. */
export const FailingName = z.object({ event_name: z.string(), count: z.number(), day: z.number() });
export type FailingName = z.infer<typeof FailingName>;

export function failingNamesStatement(filter: ResolvedFilter): Statement {
  const failures = withTerms(filter, FAILED);
  const { select, params } = countBy(`event_name, ${bucketOf(DAY)} AS day`, failures, countedBy(failures, DAY));
  const sql = `
    SELECT event_name, sum(n) AS count, max(day) AS day FROM (${select})
    GROUP BY event_name ORDER BY count DESC, event_name LIMIT ${MAX_FAILING}`;
  return { sql, params };
}

export const NewestFailure = z.object({
  event_name: z.string(),
  organization_id: z.number(),
  id: z.string(),
  trace_id: z.string(),
  at: z.number(),
  details: z.string(),
});
export type NewestFailure = z.infer<typeof NewestFailure>;

/** Finds the newest failure of each event name. Reads only the day of the name's last failure. */
export function newestFailuresStatement(filter: ResolvedFilter, names: readonly FailingName[]): Statement {
  const parts = names.map(({ event_name, day }, index) => {
    const ofName = withTerms(filter, FAILED, { kind: 'exact', column: 'event_name', value: event_name });
    const onItsDay = narrowTo(ofName, { from: day * DAY, to: (day + 1) * DAY });
    return toCondition(onItsDay, new Params(`name${index}_`));
  });
  const selects = parts.map(
    ({ where }) => `
      SELECT * FROM (
        SELECT event_name, organization_id, id, trace_id, toUnixTimestamp64Milli(timestamp) AS at, details
        FROM integration_events WHERE ${where} ORDER BY timestamp DESC LIMIT 1)`,
  );
  return { sql: selects.join(' UNION ALL '), params: Object.assign({}, ...parts.map(({ params }) => params)) };
}

/** Maximum rows that {@link delayStatement} reads. With more rows, the delay is unknown. */
const MAX_ROWS = 20_000_000;

/** `quantiles`: the median and the 95th percentile of the delay, in milliseconds. */
export const Delay = z.object({ count: z.number(), quantiles: z.tuple([z.number(), z.number()]) });

/** Measures the delay from timestamp to arrival, which is 0 for an event with a future timestamp. */
export function delayStatement(filter: ResolvedFilter): Statement {
  const { where, params } = toCondition(filter);
  const delay = 'toUnixTimestamp64Milli(published_at) - toUnixTimestamp64Milli(timestamp)';
  return {
    sql: `
      SELECT count() AS count, quantilesExact(0.5, 0.95)(greatest(${delay}, 0)) AS quantiles
      FROM integration_events WHERE ${where}`,
    params,
    settings: { max_rows_to_read: MAX_ROWS },
  };
}

export const RejectedCounts = z.object({ count: z.number(), before: z.number() });

/** Counts an integration's rejected events from `from` to `to`, in milliseconds since 1970, and in the equally long period before. */
export const rejectedCountsStatement = (id: number, from: number, to: number): Statement => ({
  sql: `
    SELECT countIf(published_at >= ${toMomentSql(from)}) AS count, countIf(published_at < ${toMomentSql(from)}) AS before
    FROM rejected_events FINAL
    WHERE source_id = ${id} AND published_at >= ${toMomentSql(2 * from - to)} AND published_at < ${toMomentSql(to)}`,
});
