import type { EventFacets } from '@portico/contracts/http/event-facets';
import type { EventRow } from '@portico/contracts/http/events';

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
