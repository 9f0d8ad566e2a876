import type { EventFacets, EventRow } from '@portico/contracts/http/events';
import { SEVERITIES, STATUSES, type EventsFilter } from '../events-search.ts';

export type FacetId = 'status' | 'severity' | 'type' | 'integration' | 'organization' | 'event';

/** One value of a facet: what the address says of it, what people read, and how many events have it. */
export type Choice = { value: string; text: string; count: number };

export const FACETS: readonly { id: FacetId; title: string }[] = [
  { id: 'status', title: 'Status' },
  { id: 'severity', title: 'Severity' },
  { id: 'integration', title: 'Integration' },
  { id: 'organization', title: 'Organization' },
  { id: 'type', title: 'Type' },
  { id: 'event', title: 'Event' },
];

/**
 * The values of one facet to choose from. The chosen one is among them even when no event has it.
 * @param scope organizations to which the screen is narrowed; none for every one that the viewer may see
 */
export const choicesOf = (
  facets: EventFacets,
  id: FacetId,
  chosen: EventsFilter[FacetId],
  scope: readonly number[],
): Choice[] => {
  const choices: Choice[] =
    id === 'organization'
      ? facets.organization
          .filter(({ value }) => scope.length === 0 || scope.includes(value))
          .map(({ value, name, count }) => ({ value: String(value), text: name ?? `Organization ${value}`, count }))
      : facets[id].map(({ value, count }) => ({ value, text: value, count }));
  if (chosen === undefined || choices.some(({ value }) => value === String(chosen))) return choices;
  const text = id === 'organization' ? `Organization ${chosen}` : String(chosen);
  return [{ value: String(chosen), text, count: 0 }, ...choices];
};

/** What the address says once a value was chosen; the chosen one again lets go of it. */
export const chosenChange = (id: FacetId, value: string, filter: EventsFilter): EventsFilter => {
  if (String(filter[id]) === value) return { [id]: undefined };
  if (id === 'status') return { status: STATUSES.find((result) => result === value) };
  if (id === 'severity') return { severity: SEVERITIES.find((severity) => severity === value) };
  return id === 'organization' ? { organization: Number(value) } : { [id]: value };
};

const counted = <Value extends { value: string | number; count: number }>(
  values: readonly Value[],
  more: readonly NoInfer<Value>[],
): Value[] => {
  const counts = new Map(values.map((value) => [value.value, value]));
  for (const one of more) {
    const known = counts.get(one.value);
    counts.set(one.value, known ? { ...known, count: known.count + 1 } : one);
  }
  return [...counts.values()];
};

/** What the facets say once these rows are counted too. Their order stays: nothing moves under the pointer. */
export const countFacets = (facets: EventFacets, rows: readonly EventRow[]): EventFacets => {
  if (rows.length === 0) return facets;
  const count = 1;
  return {
    ...facets,
    status: counted(
      facets.status,
      rows.map(({ result }) => ({ value: result, count })),
    ),
    severity: counted(
      facets.severity,
      rows.map(({ severity_text }) => ({ value: severity_text, count })),
    ),
    type: counted(
      facets.type,
      rows.map(({ source_type }) => ({ value: source_type, count })),
    ),
    event: counted(
      facets.event,
      rows.map(({ event_name }) => ({ value: event_name, count })),
    ),
    integration: counted(
      facets.integration,
      rows.flatMap(({ integration }) => (integration === null ? [] : [{ value: integration, count }])),
    ),
    organization: counted(
      facets.organization,
      rows.map(({ organization_id, organization }) => ({ value: organization_id, name: organization, count })),
    ),
  };
};
