import type { EventFilter } from '@portico/contracts/http/events';
import type { IntegrationEvent, Result } from '@portico/contracts/events/integration-event';
import { type Directory, includes, type Scope } from '../directory/directory.ts';

/** Between the texts of one event, so that no search runs over the edge of two of them. */
const SEPARATOR = '\u001f';

/**
 * The same text for every way of writing its letters. Both readers of a filter compare text that was folded here, because
 * no two engines agree on the cases of Unicode. Lower case first, for letters like the Kelvin sign; then upper case, for
 * letters whose lower case depends on where they stand, and for `ß`, which is found by `ss`.
 */
export const fold = (text: string): string => text.toLowerCase().toUpperCase();

/** What `query` looks into besides the trace id: event name, type and message, folded. */
export const searchText = (event: Pick<IntegrationEvent, 'event_name' | 'source_type' | 'details'>): string =>
  fold([event.event_name, event.source_type, event.details.message].join(SEPARATOR));

/** What both readers read. `null` wants everything, an empty set nothing. */
export type ResolvedFilter = {
  /** Folded. */
  needle: string | null;
  result: Result | null;
  sources: ReadonlySet<number> | null;
  organizations: ReadonlySet<number> | null;
};

/** What a viewer asked for, narrowed to what the viewer may see, with the integration's name as ids as of now. */
export function resolveFilter(filter: EventFilter, scope: Scope, directory: Directory): ResolvedFilter {
  const visible = scope === 'every' ? null : scope;
  const asked = filter.organizations?.filter((organization) => includes(scope, organization));
  return {
    needle: filter.query ? fold(filter.query) : null,
    result: filter.status ?? null,
    sources: filter.integration === undefined ? null : directory.integrationsNamed(filter.integration),
    organizations: asked ? new Set(asked) : visible,
  };
}
