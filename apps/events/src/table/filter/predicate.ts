import { fold } from '@portico/contracts/common/fold';
import { permits } from '../../directory/scope.ts';
import { matchesQuery, type Searchable } from './query-predicate.ts';
import type { ResolvedFilter } from './resolve.ts';

/** The filter's reader in memory; sql.ts is its twin. Moments of one form are ordered as text. */
export function matches(filter: ResolvedFilter, candidate: Searchable): boolean {
  const { event } = candidate;
  return (
    permits(filter.scope, event.organization_id, event.source_id) &&
    (filter.sources?.has(event.source_id) ?? true) &&
    (filter.result === null || filter.result === event.result) &&
    (filter.severity === null || filter.severity === event.severity_text) &&
    (filter.type === null || filter.type === event.source_type) &&
    (filter.name === null || filter.name === event.event_name) &&
    (filter.trace === null || filter.trace === event.trace_id) &&
    (filter.subject === null || filter.subject === candidate.subject) &&
    (filter.from === null || filter.from <= event.timestamp) &&
    (filter.to === null || event.timestamp < filter.to) &&
    (filter.needle === null ||
      candidate.searchText.includes(filter.needle) ||
      fold(event.trace_id).includes(filter.needle)) &&
    filter.where.every((query) => matchesQuery(query, candidate))
  );
}
