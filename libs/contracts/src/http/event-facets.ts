import { z } from 'zod/mini';
import { Count, Id } from '../common/ids.ts';
import { Result, Severity } from '../events/integration-event.ts';
import { Cursor } from '../events/position.ts';
import { FACET_FIELDS } from '../query/fields.ts';
import { COUNTS_ONLY, endpoint } from './endpoint.ts';
import { EventFilter } from './events.ts';

/** Maximum values per facet. */
export const MAX_FACET_VALUES = 50;

/** The number of events per value, the most frequent first, at most {@link MAX_FACET_VALUES}. */
const facet = <Value extends z.ZodMiniType>(value: Value) => z.array(z.object({ value, count: Count }));

/**
 * Values by which a user can filter, and the number of events with each value. A facet ignores the filter on its own field, so that a user
 * can select further values.
 */
export const EventFacets = z.object({
  status: facet(Result),
  severity: facet(Severity),
  type: facet(z.string()),
  event: facet(z.string()),
  /** The values are names. */
  integration: facet(z.string()),
  /** The values are ids, with the names of the organizations. */
  organization: z.array(z.object({ value: Id, name: z.nullable(z.string()), count: Count })),
  /** Null if every event was counted. Otherwise counting took too long, and only events from this time on are counted. */
  countedFrom: z.nullable(z.string()),
  /** Exactly the events up to this position are counted. */
  cursor: Cursor,
});
export type EventFacets = z.infer<typeof EventFacets>;

export const eventFacets = endpoint({
  method: 'GET',
  path: '/events/facets',
  audit: COUNTS_ONLY,
  summary: `Count events by ${FACET_FIELDS.join(', ')}`,
  query: EventFilter,
  response: EventFacets,
});
