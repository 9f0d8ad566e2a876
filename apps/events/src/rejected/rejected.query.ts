import { REJECTED_DAYS } from '@portico/contracts/http/rejected-events';
import { RejectionCode } from '@portico/contracts/events/integration-event';
import { z } from 'zod';
import type { Statement } from '../table/clickhouse/clickhouse.ts';

/** A row of the list; the rest of it is read when somebody opens it. */
export const ListedRejected = z.object({
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
export type ListedRejected = z.infer<typeof ListedRejected>;

/** A row of table rejected_events; `value` is base64, `headers` JSON, ids are 0 and texts empty where there is none. */
export const StoredRejected = ListedRejected.extend({ key: z.string(), headers: z.string(), value: z.string() });
export type StoredRejected = z.infer<typeof StoredRejected>;

export const RejectedCount = z.object({ count: z.number() });

/** Of one integration on one day, for one reason; `age` in days before today. */
export const RejectedOfDay = z.object({
  source_id: z.number(),
  age: z.number(),
  code: RejectionCode,
  count: z.number(),
  last_at: z.string(),
});
export type RejectedOfDay = z.infer<typeof RejectedOfDay>;

/** TTL takes rows away some time after they are due; nobody sees them meanwhile. */
const KEPT = `published_at > now() - INTERVAL ${REJECTED_DAYS} DAY`;

export type RejectedFilter = { integration?: number | undefined; code?: string | undefined };

const conditionOf = ({ integration, code }: RejectedFilter): Statement => {
  const conditions = [KEPT];
  if (integration !== undefined) conditions.push('source_id = {integration:UInt32}');
  if (code !== undefined) conditions.push('code = {code:String}');
  return {
    sql: conditions.join(' AND '),
    params: { ...(integration !== undefined && { integration }), ...(code !== undefined && { code }) },
  };
};

/** One page, the latest first. */
export function listRejectedStatement(filter: RejectedFilter, page: { limit: number; offset: number }): Statement {
  const { sql, params } = conditionOf(filter);
  const columns = Object.keys(ListedRejected.shape).join(', ');
  return {
    sql: `
      SELECT ${columns} FROM rejected_events FINAL WHERE ${sql}
      ORDER BY published_at DESC, kafka_partition DESC, kafka_offset DESC LIMIT {limit:UInt32} OFFSET {offset:UInt64}`,
    params: { ...params, limit: page.limit, offset: page.offset },
  };
}

export function countRejectedStatement(filter: RejectedFilter): Statement {
  const { sql, params } = conditionOf(filter);
  return { sql: `SELECT count() AS count FROM rejected_events FINAL WHERE ${sql}`, params };
}

export const summaryStatement: Statement = {
  sql: `
    SELECT source_id, code,
      dateDiff('day', toDate(published_at), toDate(now('UTC'))) AS age, count() AS count, max(published_at) AS last_at
    FROM rejected_events FINAL WHERE ${KEPT} GROUP BY source_id, age, code`,
};

export type RejectedKey = { partition: number; offset: number; publishedAt: number };

export function getRejectedStatement({ partition, offset, publishedAt }: RejectedKey): Statement {
  return {
    sql: `
      SELECT ${Object.keys(StoredRejected.shape).join(', ')} FROM rejected_events FINAL
      WHERE kafka_partition = {partition:UInt32} AND kafka_offset = {offset:UInt64} AND ${KEPT}
        AND toUnixTimestamp64Milli(published_at) = {publishedAt:Int64}`,
    params: { partition, offset, publishedAt },
  };
}
