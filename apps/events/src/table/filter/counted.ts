import { isDerived } from '@portico/contracts/query/fields';
import type { ResolvedFilter } from './resolve.ts';
import type { ResolvedQuery } from './resolved-query.ts';

/** Columns by which events are counted beforehand. */
export type CountedColumn = 'result' | 'severity_text' | 'source_type' | 'event_name' | 'source_id' | 'organization_id';

/** The columns that a query reads; null when it reads rows, which are not counted beforehand. */
export function countedColumns(query: ResolvedQuery): ReadonlySet<CountedColumn> | null {
  switch (query.kind) {
    case 'and':
    case 'or': {
      const parts = query.of.map(countedColumns);
      return parts.includes(null) ? null : new Set(parts.flatMap((columns) => [...(columns ?? [])]));
    }
    case 'not':
      return countedColumns(query.of);
    case 'choice':
    case 'ids':
    case 'name':
      return new Set([query.column]);
    case 'exact':
      return query.column === 'source_type' || query.column === 'event_name' ? new Set([query.column]) : null;
    default:
      return null;
  }
}

export const isCounted = (query: ResolvedQuery): boolean => countedColumns(query) !== null;

/** Whether rows have to be looked into for it. Those of one trace or value of a derived field are read as they are. */
const looksInto = (query: ResolvedQuery): boolean =>
  !isCounted(query) && !(query.kind === 'exact' && (query.column === 'trace_id' || isDerived(query.column)));

/** Whether rows have to be looked into for what a filter asks. */
export const isSearch = ({ where }: ResolvedFilter): boolean => where.some(looksInto);

/** The filter without what rows have to be looked into for: it lets through all that a search has to look at. */
export const withoutSearch = (filter: ResolvedFilter): ResolvedFilter => ({
  ...filter,
  where: filter.where.filter((query) => !looksInto(query)),
});

/** Whether events have to be counted by their names. */
export const namesEvents = ({ where }: ResolvedFilter): boolean =>
  where.some((query) => countedColumns(query)?.has('event_name') === true);
