import { z } from 'zod/mini';
import { Count, IdParams } from '../common/ids.ts';
import { COUNTS_ONLY, endpoint } from './endpoint.ts';
import { PeriodQuery } from './event-health.ts';

/** Maximum seconds between `timestamp` and arrival for an event to be on time. */
export const ON_TIME_SECONDS = 60;
/** Maximum event names per response. */
export const MAX_CONFORMANCE_NAMES = 100;

/** How well an integration follows the contract, for arrivals from `from` up to, but not including, `to`. Null: too many rows to read. */
export const Conformance = z.object({
  from: z.string(),
  to: z.string(),
  /** Number of listed events. */
  accepted: z.nullable(Count),
  /**
   * Number of accepted events, plus rejected events that were never listed and that the caller may see. Rejected events with the same id
   * count once. If the id is unreadable or reused, events with the same bytes count once.
   */
  published: z.nullable(Count),
  /** Number of accepted events that arrived within {@link ON_TIME_SECONDS} of their `timestamp`. */
  onTime: z.nullable(Count),
  /** Number of accepted events from the shared topic, and the arrival of the first of these events. */
  shared: z.nullable(z.object({ count: Count, first_at: z.nullable(z.string()) })),
  /** Names of accepted events, the most frequent first. */
  names: z.nullable(
    z.array(z.object({ event_name: z.string(), count: Count })).check(z.maxLength(MAX_CONFORMANCE_NAMES)),
  ),
  /** Number of names that `names` omits. */
  others: z.nullable(Count),
});
export type Conformance = z.infer<typeof Conformance>;

export const getConformance = endpoint({
  method: 'GET',
  path: '/events/integrations/{id}/conformance',
  audit: COUNTS_ONLY,
  summary:
    'Get how many of the events that an integration published in a period are accepted and on time; for its publishers, operators and managers of its organization, and administrators',
  params: IdParams,
  query: PeriodQuery,
  response: Conformance,
});
