import { isDerived } from '@portico/contracts/query/fields';
import type { ResolvedFilter } from './resolve.ts';
import type { ResolvedQuery } from './resolved-query.ts';

/** Columns of the precomputed counts. */
export type CountedColumn = 'result' | 'severity_text' | 'source_type' | 'event_name' | 'source_id' | 'organization_id';

/** The columns of precomputed counts that a query reads; null if the query needs rows. */
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

/** Whether a query must inspect rows one by one. An index finds the rows of one trace or one derived value. */
const looksInto = (query: ResolvedQuery): boolean =>
  !isCounted(query) && !(query.kind === 'exact' && (query.column === 'trace_id' || isDerived(query.column)));

/** Whether a filter must inspect rows. */
export const isSearch = ({ where }: ResolvedFilter): boolean => where.some(looksInto);

/** Removes conditions that inspect rows from a filter. The result matches all rows that a search must inspect. */
export const withoutSearch = (filter: ResolvedFilter): ResolvedFilter => ({
  ...filter,
  where: filter.where.filter((query) => !looksInto(query)),
});

/** Whether a filter depends on event names, so that events must be counted by name. */
export const namesEvents = ({ where }: ResolvedFilter): boolean =>
  where.some((query) => countedColumns(query)?.has('event_name') === true);
