import { z } from 'zod';
import { DAY } from '../table/schema/buckets.ts';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import { countBy, countedBy } from '../table/count-rows.ts';
import { type CountedColumn, countedColumns } from '../table/filter/counted.ts';
import { Params } from '../table/filter/query-sql.ts';
import type { ResolvedQuery } from '../table/filter/resolved-query.ts';
import { NO_FILTER, type ResolvedFilter } from '../table/filter/resolve.ts';
import { toCondition } from '../table/filter/sql.ts';

/** By facet: its column, and the filter's field that it is counted without. */
const FACETS = {
  status: ['result', 'result'],
  severity: ['severity_text', 'severity'],
  type: ['source_type', 'type'],
  event: ['event_name', 'name'],
  integration: ['source_id', 'sources'],
  organization: ['organization_id', 'scope'],
} as const satisfies Record<string, readonly [column: string, field: keyof ResolvedFilter]>;

export type Facet = keyof typeof FACETS;
/** More values of one facet are not even looked at. */
const MOST_VALUES = 2_000;

export const FacetValue = z.object({
  facet: z.enum(['status', 'severity', 'type', 'event', 'integration', 'organization']),
  value: z.string(),
  count: z.number(),
});
export type FacetValue = z.infer<typeof FacetValue>;

/**
 * How often each value of each facet occurs. Events are counted by all six values first, whatever the filter says of
 * those; of these few rows each is then counted for every facet whose other filters let it through.
 * @param visible - what may be seen, whatever was asked for.
 */
export function facetsStatement(filter: ResolvedFilter, visible: ResolvedFilter['scope']): Statement {
  const { needle, trace, subject, from, to } = filter;
  const shared = filter.where.filter((query) => ownColumn(query) === null);
  const base = { ...NO_FILTER, needle, trace, subject, from, to, where: shared, scope: visible };
  const columns = Object.values(FACETS).map(([column]) => column);
  const { select, params } = countBy(columns.join(', '), base, countedBy(base, DAY));
  const conditions = Object.entries(FACETS).map(([facet, [column, field]]) => {
    const where = filter.where.filter((query) => ownColumn(query) === column);
    const own = toCondition({ ...NO_FILTER, [field]: filter[field], where }, new Params(`${facet}_`));
    return { facet, column, ...own };
  });
  const pairs = conditions.map(({ facet, column }) => {
    const others = conditions.flatMap((other) =>
      other.facet === facet || other.where === 'true' ? [] : [other.where],
    );
    return `('${facet}', toString(${column}), ${others.join(' AND ') || 'true'})`;
  });
  const sql = `
    SELECT pair.1 AS facet, pair.2 AS value, sum(n) AS count
    FROM (SELECT ${columns.join(', ')}, sum(n) AS n FROM (${select}) GROUP BY ALL)
    ARRAY JOIN arrayFilter(pair -> pair.3, [${pairs.join(', ')}]) AS pair
    GROUP BY facet, value ORDER BY count DESC LIMIT ${MOST_VALUES} BY facet`;
  return { sql, params: Object.assign({ ...params }, ...conditions.map((condition) => condition.params)) };
}

/** The column of the only facet that a query is about. */
function ownColumn(query: ResolvedQuery): CountedColumn | null {
  const [column = null, ...more] = countedColumns(query) ?? [];
  return more.length === 0 ? column : null;
}
