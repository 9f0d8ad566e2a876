import { toScopeSql } from '../../directory/scope.ts';
import { toMomentSql } from '../schema/moments.ts';
import { storedUpTo } from '../stored-positions.ts';
import { Params, toQuerySql } from './query-sql.ts';
import type { ResolvedFilter } from './resolve.ts';

/** A condition on table integration_events with its parameters. */
export type Condition = { where: string; params: Record<string, string> };

const COLUMNS = { organization: 'organization_id', integration: 'source_id' };

/**
 * Converts the filter to SQL with the same result as predicate.ts. User input is literal.
 * @param params - parameters of the surrounding statement, if it has other parameters.
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
