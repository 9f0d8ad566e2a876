import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { ResolvedFilter } from './resolve.ts';
import { fold } from './search-text.ts';

/** An event and its folded text, which may be made when it is asked for: it is, only when a filter looks into it. */
export type Searchable = {
  event: Omit<IntegrationEvent, 'id' | 'details'>;
  searchText: string;
};

/** The filter's reader in memory; sql.ts is its twin. Moments of one form are ordered as text. */
export function matches(filter: ResolvedFilter, searchable: Searchable): boolean {
  const { event } = searchable;
  return (
    (filter.organizations?.has(event.organization_id) ?? true) &&
    (filter.sources?.has(event.source_id) ?? true) &&
    (filter.result === null || filter.result === event.result) &&
    (filter.severity === null || filter.severity === event.severity_text) &&
    (filter.type === null || filter.type === event.source_type) &&
    (filter.name === null || filter.name === event.event_name) &&
    (filter.trace === null || filter.trace === event.trace_id) &&
    (filter.from === null || filter.from <= event.timestamp) &&
    (filter.to === null || event.timestamp < filter.to) &&
    (filter.needle === null ||
      searchable.searchText.includes(filter.needle) ||
      fold(event.trace_id).includes(filter.needle))
  );
}
