import type { EventRow } from '@portico/contracts/http/events';
import type { EventsFilter } from '../events-search.ts';

/** Fields of an event by which the list can be narrowed, as an event names them. */
export const VALUE_FILTERS = {
  integration: ({ integration }) => (integration === null ? null : { integration }),
  organization_id: ({ organization_id }) => ({ organization: organization_id }),
  source_type: ({ source_type }) => ({ type: source_type }),
  event_name: ({ event_name }) => ({ event: event_name }),
  result: ({ result }) => ({ status: result }),
  severity_text: ({ severity_text }) => ({ severity: severity_text }),
  trace_id: ({ trace_id }) => ({ trace: trace_id }),
} as const satisfies Partial<Record<keyof EventRow, (event: EventRow) => EventsFilter | null>>;

export type FilterField = keyof typeof VALUE_FILTERS;

const isFilterField = (field: string): field is FilterField => Object.hasOwn(VALUE_FILTERS, field);

/** What narrows the list to events with this one's value of a field; null where nothing can. */
export const filterFrom = (event: EventRow, field: string): EventsFilter | null =>
  isFilterField(field) ? VALUE_FILTERS[field](event) : null;
