import { RejectionCode } from '@portico/contracts/events/integration-event';
import { z } from 'zod';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import type { Scope } from '../directory/directory.ts';
import { columnsOf } from '../table/schema/columns.ts';
import { columnToIso } from '../table/schema/moments.ts';
import {
  type ScopedFilter,
  conditionOf,
  conditionWithoutText,
  WITHIN_RETENTION,
  visibleTo,
} from './rejected-condition.ts';

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

/** A row of table rejected_events. `value` is base64, `headers` is JSON. Missing ids are 0, missing texts are empty. */
export const StoredRejected = ListedRejected.extend({
  sender_id: z.number(),
  sender_organization_id: z.number(),
  key: z.string(),
  headers: z.string(),
  value: z.string(),
});
export type StoredRejected = z.infer<typeof StoredRejected>;

export const StoredHeaders = z.record(z.string(), z.string());

export const RejectedCount = z.object({ count: z.number() });

/** The rejections of one integration on one day for one reason. `age`: days before today. */
export const RejectedOfDay = z.object({
  source_id: z.number(),
  age: z.number(),
  code: RejectionCode,
  count: z.number(),
  last_at: z.string(),
});
export type RejectedOfDay = z.infer<typeof RejectedOfDay>;

export function listRejectedStatement(filter: ScopedFilter, page: { limit: number; offset: number }): Statement {
  const { sql, params } = conditionOf(filter);
  return {
    sql: `
      SELECT ${columnsOf(ListedRejected)} FROM rejected_events FINAL WHERE ${sql}
      ORDER BY published_at DESC, kafka_partition DESC, kafka_offset DESC LIMIT {limit:UInt32} OFFSET {offset:UInt64}`,
    params: { ...params, limit: page.limit, offset: page.offset },
  };
}

const countStatement = ({ sql, params }: Statement): Statement => ({
  sql: `SELECT count() AS count FROM rejected_events FINAL WHERE ${sql}`,
  params,
});
export const countRejectedStatement = (filter: ScopedFilter): Statement => countStatement(conditionOf(filter));
/** Counts the publications that a text search would read if the search had no limit. */
export const countSearchedStatement = (filter: ScopedFilter): Statement => countStatement(conditionWithoutText(filter));

export const summaryStatement = (scope: Scope): Statement => ({
  sql: `
    SELECT source_id, code,
      dateDiff('day', toDate(published_at), toDate(now('UTC'))) AS age, count() AS count, max(published_at) AS last_at
    FROM rejected_events FINAL WHERE ${WITHIN_RETENTION} AND ${visibleTo(scope)} GROUP BY source_id, age, code`,
});

/** The id of a rejected event in the API. */
export const toRejectedId = (row: Pick<ListedRejected, 'kafka_partition' | 'kafka_offset' | 'published_at'>): string =>
  [row.kafka_partition, row.kafka_offset, Date.parse(columnToIso(row.published_at))].join('-');

export type RejectedKey = { partition: number; offset: number; publishedAt: number };

export function getRejectedStatement({ partition, offset, publishedAt }: RejectedKey, scope: Scope): Statement {
  return {
    sql: `
      SELECT ${columnsOf(StoredRejected)} FROM rejected_events FINAL
      WHERE kafka_partition = {partition:UInt32} AND kafka_offset = {offset:UInt64} AND ${WITHIN_RETENTION} AND ${visibleTo(scope)}
        AND toUnixTimestamp64Milli(published_at) = {publishedAt:Int64}`,
    params: { partition, offset, publishedAt },
  };
}
