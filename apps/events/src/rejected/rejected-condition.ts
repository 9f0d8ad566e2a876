import { MAX_EVENT_BYTES } from '@portico/contracts/events/integration-event';
import { FIRST_DOOR_PARTITION } from '@portico/contracts/events/position';
import { REJECTED_DAYS, type RejectedFilter, SEARCHED_REJECTED } from '@portico/contracts/http/rejected-events';
import { type Scope, toScopeSql } from '../directory/directory.ts';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import { toMomentSql } from '../table/schema/moments.ts';

/** TTL takes rows away some time after they are due; nobody sees them meanwhile. */
export const KEPT = `published_at > now() - INTERVAL ${REJECTED_DAYS} DAY`;

/** The moments that the table can hold; one beyond them is theirs that is nearest. */
const LAST_MOMENT = Date.UTC(2200, 0, 1) - 1;
const momentSql = (moment: string): string => toMomentSql(Math.min(Math.max(Date.parse(moment), 0), LAST_MOMENT));

type Condition = Required<Pick<Statement, 'sql' | 'params'>>;

/** Base64 of as many bytes as an event may have: what is longer is not searched to its end. */
const SEARCHED_BASE64 = Math.ceil(MAX_EVENT_BYTES / 3) * 4;
const PUBLISHED = ['key', `tryBase64Decode(substring(value, 1, ${SEARCHED_BASE64}))`];
const isIn = (texts: readonly string[]): string =>
  texts.map((text) => `positionCaseInsensitiveUTF8(${text}, {query:String}) > 0`).join(' OR ');

/** What was published is not searched where privacy rules hide it. */
function found({ hiddenIn }: Asked): string {
  const isShown = hiddenIn?.size ? `${SENDERS.organization} NOT IN (${[...hiddenIn].join(', ')})` : 'true';
  return `${isIn(['reason', 'pointer', 'event_id'])} OR (${isShown} AND (${isIn(PUBLISHED)}))`;
}

const SENDERS = { organization: 'sender_organization_id', integration: 'sender_id' };

/**
 * Whose rejected events someone may see: all of them, or of what came through doors that of the organizations and
 * integrations that sent it. What an event claims of itself opens it to nobody.
 */
export const visibleTo = (scope: Scope): string =>
  scope === 'every'
    ? 'true'
    : `kafka_partition >= ${FIRST_DOOR_PARTITION} AND sender_id > 0 AND ${toScopeSql(scope, SENDERS)}`;

/** A filter, whose rejected events the caller may see, and in which organizations privacy rules hide what was published. */
export type Asked = RejectedFilter & { scope: Scope; hiddenIn?: ReadonlySet<number> };

/** Without the text, which is looked for row by row. */
export function conditionWithoutText({ scope, integration, code, pointer, from, to }: Asked): Condition {
  const conditions = [KEPT, visibleTo(scope)];
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

/** A text is looked for in the latest publications alone, so that its price has a limit. */
export function conditionOf(filter: Asked): Condition {
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
