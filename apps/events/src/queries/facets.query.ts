import { DERIVED_FACETS, isDerived } from '@portico/contracts/query/fields';
import { DAY } from '../table/schema/buckets.ts';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import { countBy, countedBy, countEdges, type Counts } from '../table/count-rows.ts';
import { Params } from '../table/filter/query-sql.ts';
import { type FacetColumn, isCounted } from '../table/filter/counted.ts';
import type { ResolvedFilter } from '../table/filter/resolve.ts';
import { toCondition } from '../table/filter/sql.ts';
import { ALL_FACETS, FACETS, ownColumn, ownOf } from './counts/facets.ts';

/** More values of one facet are not even looked at. */
const MOST_VALUES = 2_000;

/**
 * How often each value of each facet occurs. Events are counted by the values of all facets first, whatever the filter says of
 * those; of these few rows each is then counted for every facet whose other filters let it through.
 * @param visible - what may be seen, whatever was asked for.
 */
export function facetsStatement(filter: ResolvedFilter, visible: ResolvedFilter['scope']): Statement {
  const asked = { filter, visible, count: countAll };
  if (!filter.where.every(isCounted)) return facetsOf(ALL_FACETS, asked);
  return together([facetsOf(FACETS, asked), ...derivedFacets(filter)]);
}

const countAll = (columns: string, base: ResolvedFilter): Counts => countBy(columns, base, countedBy(base, DAY));

const together = (statements: readonly Statement[]): Statement => ({
  sql: statements.map(({ sql }) => `SELECT * FROM (${sql})`).join(' UNION ALL '),
  params: Object.assign({}, ...statements.map(({ params }) => params)),
});

const isPresent = (column: string): string => `${column} != ''`;

/** The values of each derived facet, read from the rows, for a filter that asks for none of them. */
const derivedFacets = (filter: ResolvedFilter): Statement[] =>
  DERIVED_FACETS.map((name: string) => {
    const { where, params } = toCondition(filter, new Params(`${name}_`));
    const sql = `
      SELECT '${name}' AS facet, toString(${name}) AS value, count() AS count FROM integration_events
      WHERE ${where} AND ${isPresent(name)} GROUP BY value ORDER BY count DESC LIMIT ${MOST_VALUES}`;
    return { sql, params };
  });

/** What whole days counted beforehand do not say: facets of the rest of the range, and derived facets. Null when that is nothing. */
export function edgeFacetsStatement(filter: ResolvedFilter, visible: ResolvedFilter['scope']): Statement | null {
  let hasEdges = true;
  const count = (columns: string, base: ResolvedFilter): Counts => {
    const edges = countEdges(columns, base, DAY);
    hasEdges = edges !== null;
    return edges ?? { select: '', params: {} };
  };
  const statement = facetsOf(FACETS, { filter, visible, count });
  const statements = [...(hasEdges ? [statement] : []), ...derivedFacets(filter)];
  return statements.length === 0 ? null : together(statements);
}

type Asked = {
  filter: ResolvedFilter;
  visible: ResolvedFilter['scope'];
  count: (columns: string, base: ResolvedFilter) => Counts;
};

function facetsOf(facets: Readonly<Record<string, FacetColumn>>, { filter, visible, count }: Asked): Statement {
  const shared = filter.where.filter((query) => ownColumn(query) === null);
  const base = { ...filter, where: shared, scope: visible };
  const columns = Object.values(facets);
  const { select, params } = count(columns.join(', '), base);
  const conditions = Object.entries(facets).map(([facet, column]) => ({
    facet,
    column,
    ...toCondition(ownOf(filter, column), new Params(`${facet}_`)),
  }));
  const pairs = conditions.map(({ facet, column }) => {
    const others = conditions.flatMap((other) =>
      other.facet === facet || other.where === 'true' ? [] : [other.where],
    );
    if (isDerived(column)) others.push(isPresent(column));
    return `('${facet}', toString(${column}), ${others.join(' AND ') || 'true'})`;
  });
  const sql = `
    SELECT pair.1 AS facet, pair.2 AS value, sum(n) AS count
    FROM (SELECT ${columns.join(', ')}, sum(n) AS n FROM (${select}) GROUP BY ALL)
    ARRAY JOIN arrayFilter(pair -> pair.3, [${pairs.join(', ')}]) AS pair
    GROUP BY facet, value ORDER BY count DESC LIMIT ${MOST_VALUES} BY facet`;
  return { sql, params: Object.assign({ ...params }, ...conditions.map((condition) => condition.params)) };
}
