import { MAX_EVENT_BYTES } from '@portico/contracts/events/integration-event';
import { FIRST_DOOR_PARTITION } from '@portico/contracts/events/position';
import { REJECTED_DAYS, type RejectedFilter, SEARCHED_REJECTED } from '@portico/contracts/http/rejected-events';
import { type Scope, toScopeSql } from '../directory/directory.ts';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import { toMomentSql } from '../table/schema/moments.ts';

/** SQL condition that hides expired rows until the table's TTL deletes them. */
export const WITHIN_RETENTION = `published_at > now() - INTERVAL ${REJECTED_DAYS} DAY`;

/** The table's maximum time in milliseconds since 1970. */
export const LAST_MOMENT = Date.UTC(2200, 0, 1) - 1;
const momentSql = (moment: string): string => toMomentSql(Math.min(Math.max(Date.parse(moment), 0), LAST_MOMENT));

type Condition = Required<Pick<Statement, 'sql' | 'params'>>;

/** Base64 length of an event of maximum size. A search ignores the rest of longer values. */
const SEARCHED_BASE64 = Math.ceil(MAX_EVENT_BYTES / 3) * 4;
const PUBLISHED = ['key', `tryBase64Decode(substring(value, 1, ${SEARCHED_BASE64}))`];
const isIn = (texts: readonly string[]): string =>
  texts.map((text) => `positionCaseInsensitiveUTF8(${text}, {query:String}) > 0`).join(' OR ');

/** SQL condition for a text search. Ignores published values that privacy rules hide. */
function found({ hiddenIn }: ScopedFilter): string {
  const isShown = hiddenIn?.size ? `${SENDERS.organization} NOT IN (${[...hiddenIn].join(', ')})` : 'true';
  return `${isIn(['reason', 'pointer', 'event_id'])} OR (${isShown} AND (${isIn(PUBLISHED)}))`;
}

const SENDERS = { organization: 'sender_organization_id', integration: 'sender_id' };

/**
 * SQL condition for the rejected events that a caller may see: all events, or events whose authenticated sender belongs to
 * the caller's organizations or integrations. The ids that an event claims grant no access.
 */
export const visibleTo = (scope: Scope): string =>
  scope === 'every'
    ? 'true'
    : `kafka_partition >= ${FIRST_DOOR_PARTITION} AND sender_id > 0 AND ${toScopeSql(scope, SENDERS)}`;

/** A filter with the caller's scope, and the organizations in which privacy rules hide published values. */
export type ScopedFilter = RejectedFilter & { scope: Scope; hiddenIn?: ReadonlySet<number> };

/** SQL condition of a filter, except its text search. */
export function conditionWithoutText({ scope, integration, code, pointer, from, to }: ScopedFilter): Condition {
  const conditions = [WITHIN_RETENTION, visibleTo(scope)];
  const params: Record<string, string | number> = {};
  if (integration !== undefined) {
    conditions.push('source_id = {integration:UInt32}');
    params['integration'] = integration;
  }
  if (code !== undefined) {
    conditions.push('code = {code:String}');
    params['code'] = code;
  }
  if (pointer !== undefined) {
    conditions.push('pointer = {pointer:String}');
    params['pointer'] = pointer;
  }
  if (from !== undefined) conditions.push(`published_at >= ${momentSql(from)}`);
  if (to !== undefined) conditions.push(`published_at < ${momentSql(to)}`);
  return { sql: conditions.join(' AND '), params };
}

/** SQL condition of a filter. Searches a text only in the latest {@link SEARCHED_REJECTED} publications, to limit the cost. */
export function conditionOf(filter: ScopedFilter): Condition {
  const { query = '' } = filter;
  const base = conditionWithoutText(filter);
  if (query === '') return base;
  const earliest = `
    SELECT min(published_at) FROM (
      SELECT published_at FROM rejected_events FINAL WHERE ${base.sql}
      ORDER BY published_at DESC LIMIT ${SEARCHED_REJECTED})`;
  return {
    sql: `${base.sql} AND published_at >= (${earliest}) AND (${found(filter)})`,
    params: { ...base.params, query },
  };
}
