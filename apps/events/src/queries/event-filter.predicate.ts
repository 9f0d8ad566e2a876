import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import { fold, type ResolvedFilter } from './event-filter.ts';

/** An event and its folded text, made once for all who look at it. */
export type Searchable = {
  event: Pick<IntegrationEvent, 'source_id' | 'organization_id' | 'result' | 'trace_id'>;
  searchText: string;
};

/** The filter's reader in memory; event-filter.sql.ts is its twin. */
export function matches(filter: ResolvedFilter, { event, searchText }: Searchable): boolean {
  return (
    (filter.organizations?.has(event.organization_id) ?? true) &&
    (filter.sources?.has(event.source_id) ?? true) &&
    (filter.result === null || filter.result === event.result) &&
    (filter.needle === null || searchText.includes(filter.needle) || fold(event.trace_id).includes(filter.needle))
  );
}
