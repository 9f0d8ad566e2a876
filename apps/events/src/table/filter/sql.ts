import { toScopeSql } from '../../directory/scope.ts';
import { toMomentSql } from '../schema/moments.ts';
import { storedUpTo } from '../stored-positions.ts';
import { Params, toQuerySql } from './query-sql.ts';
import type { ResolvedFilter } from './resolve.ts';

/** A condition over table integration_events, and the values that it names. */
export type Condition = { where: string; params: Record<string, string> };

const COLUMNS = { organization: 'organization_id', integration: 'source_id' };

/**
 * The filter's SQL reader; predicate.ts is its twin. What the user typed means itself.
 * @param params - of the statement that the condition stands in, when it has others.
 */
export function toCondition({ scope, from, to, where, upTo }: ResolvedFilter, params = new Params()): Condition {
  const conditions = [
    ...(scope === 'every' ? [] : [toScopeSql(scope, COLUMNS)]),
    ...(from === null ? [] : [`timestamp >= ${toMomentSql(from)}`]),
    ...(to === null ? [] : [`timestamp < ${toMomentSql(to)}`]),
    ...where.map((query) => toQuerySql(query, params)),
    ...(upTo ? [storedUpTo(upTo)] : []),
  ];
  return { where: conditions.join(' AND ') || 'true', params: params.values };
}
