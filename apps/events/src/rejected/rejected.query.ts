import { REFUSED_DAYS } from '@portico/contracts/http/rejected-events';
import { z } from 'zod';
import type { Statement } from '../table/clickhouse/clickhouse.ts';

/** A row of the list; the rest of it is read when somebody opens it. */
export const ListedRefusal = z.object({
  kafka_partition: z.number(),
  kafka_offset: z.number(),
  published_at: z.string(),
  code: z.string(),
  reason: z.string(),
  pointer: z.string(),
  source_id: z.number(),
  organization_id: z.number(),
  event_id: z.string(),
  size: z.number(),
});
export type ListedRefusal = z.infer<typeof ListedRefusal>;

export const StoredRefusal = ListedRefusal.extend({ key: z.string(), headers: z.string(), value: z.string() });
export type StoredRefusal = z.infer<typeof StoredRefusal>;

export const RefusalCount = z.object({ count: z.number() });

/** Of one integration on one day; `age` in days before today. */
export const RefusalsOfDay = z.object({
  source_id: z.number(),
  age: z.number(),
  count: z.number(),
  last_at: z.string(),
});
export type RefusalsOfDay = z.infer<typeof RefusalsOfDay>;

/** TTL takes rows away some time after they are due; nobody sees them meanwhile. */
const KEPT = `published_at > now() - INTERVAL ${REFUSED_DAYS} DAY`;

export type RefusalFilter = { integration?: number | undefined; code?: string | undefined };

const conditionOf = ({ integration, code }: RefusalFilter): Statement => {
  const conditions = [KEPT];
  if (integration !== undefined) conditions.push('source_id = {integration:UInt32}');
  if (code !== undefined) conditions.push('code = {code:String}');
  return {
    sql: conditions.join(' AND '),
    params: { ...(integration !== undefined && { integration }), ...(code !== undefined && { code }) },
  };
};

/** One page, the latest first. */
export function listRefusalsStatement(filter: RefusalFilter, page: { limit: number; offset: number }): Statement {
  const { sql, params } = conditionOf(filter);
  const columns = Object.keys(ListedRefusal.shape).join(', ');
  return {
    sql: `
      SELECT ${columns} FROM refused_events FINAL WHERE ${sql}
      ORDER BY published_at DESC, kafka_partition DESC, kafka_offset DESC LIMIT {limit:UInt32} OFFSET {offset:UInt64}`,
    params: { ...params, limit: page.limit, offset: page.offset },
  };
}

export function countRefusalsStatement(filter: RefusalFilter): Statement {
  const { sql, params } = conditionOf(filter);
  return { sql: `SELECT count() AS count FROM refused_events FINAL WHERE ${sql}`, params };
}

export const summaryStatement: Statement = {
  sql: `
    SELECT source_id,
      dateDiff('day', toDate(published_at), toDate(now('UTC'))) AS age, count() AS count, max(published_at) AS last_at
    FROM refused_events FINAL WHERE ${KEPT} GROUP BY source_id, age`,
};

export type RefusalKey = { partition: number; offset: number; publishedAt: number };

export function getRefusalStatement({ partition, offset, publishedAt }: RefusalKey): Statement {
  return {
    sql: `
      SELECT ${Object.keys(StoredRefusal.shape).join(', ')} FROM refused_events FINAL
      WHERE kafka_partition = {partition:UInt32} AND kafka_offset = {offset:UInt64} AND ${KEPT}
        AND toUnixTimestamp64Milli(published_at) = {publishedAt:Int64}`,
    params: { partition, offset, publishedAt },
  };
}
