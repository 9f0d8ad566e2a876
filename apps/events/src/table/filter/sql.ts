import { toScopeSql } from '../../directory/scope.ts';
import { toMomentSql } from '../schema/moments.ts';
import { storedUpTo } from '../stored-positions.ts';
import { isIn, Params, toQuerySql, toTextSql } from './query-sql.ts';
import type { ResolvedFilter } from './resolve.ts';

/** A condition over table integration_events, and the values that it names. */
export type Condition = { where: string; params: Record<string, string> };

const COLUMNS = { organization: 'organization_id', integration: 'source_id' };

/**
 * The filter's SQL reader; predicate.ts is its twin. What the user typed means itself.
 * @param params - of the statement that the condition stands in, when it has others.
 */
export function toCondition(filter: ResolvedFilter, params = new Params()): Condition {
  const { needle, sources, scope, from, to } = filter;
  const conditions: string[] = [];
  if (scope !== 'every') conditions.push(toScopeSql(scope, COLUMNS));
  if (sources) conditions.push(isIn('source_id', sources));
  for (const [column, value] of exact(filter)) if (value !== null) conditions.push(`${column} = ${params.add(value)}`);
  if (from) conditions.push(`timestamp >= ${toMomentSql(from)}`);
  if (to) conditions.push(`timestamp < ${toMomentSql(to)}`);
  if (needle) conditions.push(toTextSql(needle, params));
  for (const query of filter.where) conditions.push(toQuerySql(query, params));
  if (filter.upTo) conditions.push(storedUpTo(filter.upTo));
  return { where: conditions.join(' AND ') || 'true', params: params.values };
}

/** Columns that should have one value. */
const exact = ({
  result,
  severity,
  type,
  name,
  trace,
  subject,
}: ResolvedFilter): [column: string, value: string | null][] => [
  ['result', result],
  ['severity_text', severity],
  ['source_type', type],
  ['event_name', name],
  ['trace_id', trace],
  ['subject', subject],
];
