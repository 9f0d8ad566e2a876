import { MAX_CAUSE_INTEGRATIONS } from '@portico/contracts/http/rejected-events';
import { z } from 'zod';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import { type ScopedFilter, conditionOf } from './rejected-condition.ts';

const Pairs = z.array(z.tuple([z.number(), z.number()]));

/** `sources`: pairs of integration and count, highest count first. `ages`: pairs of age (in days before today) and count. */
export const CauseRow = z.object({
  code: z.string(),
  pointer: z.string(),
  example: z.string(),
  count: z.number(),
  first_at: z.string(),
  last_at: z.string(),
  sources: Pairs,
  source_count: z.number(),
  ages: Pairs,
});
export type CauseRow = z.infer<typeof CauseRow>;

export function causesStatement(filter: ScopedFilter, page: { limit: number; offset: number }): Statement {
  const { sql, params } = conditionOf(filter);
  return {
    sql: `
      SELECT code, pointer, argMax(reason, published_at) AS example, count() AS count,
        min(published_at) AS first_at, max(published_at) AS last_at,
        sumMap([source_id], [toUInt64(1)]) AS by_source,
        arraySlice(arrayReverseSort(pair -> (pair.2, pair.1), arrayZip(by_source.1, by_source.2)), 1,
          ${MAX_CAUSE_INTEGRATIONS}) AS sources,
        length(by_source.1) AS source_count,
        sumMap([dateDiff('day', toDate(published_at), toDate(now('UTC')))], [toUInt64(1)]) AS by_age,
        arrayZip(by_age.1, by_age.2) AS ages
      FROM rejected_events FINAL WHERE ${sql}
      GROUP BY code, pointer ORDER BY count DESC, last_at DESC, code, pointer
      LIMIT {limit:UInt32} OFFSET {offset:UInt64}`,
    params: { ...params, limit: page.limit, offset: page.offset },
  };
}

export function countCausesStatement(filter: ScopedFilter): Statement {
  const { sql, params } = conditionOf(filter);
  return { sql: `SELECT uniqExact(code, pointer) AS count FROM rejected_events FINAL WHERE ${sql}`, params };
}
