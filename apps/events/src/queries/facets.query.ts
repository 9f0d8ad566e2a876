import { DAY } from '../table/schema/buckets.ts';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import { countBy, countedBy } from '../table/count-rows.ts';
import { Params } from '../table/filter/query-sql.ts';
import type { ResolvedFilter } from '../table/filter/resolve.ts';
import { toCondition } from '../table/filter/sql.ts';
import { FACETS, ownColumn, ownOf } from '../snapshot/facet-columns.ts';

const MAX_VALUES = 2_000;

/**
 * Counts the events of each value of each facet. First groups events by all six facet columns, without the filters on these columns. Then
 * counts each facet from these few groups, with all filters except the facet's own filter.
 * @param visible - the caller's scope, before the filter narrows it to the requested organizations.
 */
export function facetsStatement(filter: ResolvedFilter, visible: ResolvedFilter['scope']): Statement {
  const shared = filter.where.filter((query) => ownColumn(query) === null);
  const base = { ...filter, where: shared, scope: visible };
  const columns = Object.values(FACETS);
  const { select, params } = countBy(columns.join(', '), base, countedBy(base, DAY));
  const conditions = Object.entries(FACETS).map(([facet, column]) => ({
    facet,
    column,
    ...toCondition(ownOf(filter, column), new Params(`${facet}_`)),
  }));
  const pairs = conditions.map(({ facet, column }) => {
    const otherConditions = conditions.flatMap((other) =>
      other.facet === facet || other.where === 'true' ? [] : [other.where],
    );
    return `('${facet}', toString(${column}), ${otherConditions.join(' AND ') || 'true'})`;
  });
  const sql = `
    SELECT pair.1 AS facet, pair.2 AS value, sum(n) AS count
    FROM (SELECT ${columns.join(', ')}, sum(n) AS n FROM (${select}) GROUP BY ALL)
    ARRAY JOIN arrayFilter(pair -> pair.3, [${pairs.join(', ')}]) AS pair
    GROUP BY facet, value ORDER BY count DESC LIMIT ${MAX_VALUES} BY facet`;
  return { sql, params: Object.assign({ ...params }, ...conditions.map((condition) => condition.params)) };
}
