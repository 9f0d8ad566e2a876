import { z } from 'zod/mini';
import { Count, IdParams, IdText, Moment } from '../common/ids.ts';
import { COUNTS_ONLY, endpoint } from './endpoint.ts';

/** Weeks of arrivals that the statistics cover. */
export const ARRIVAL_WEEKS = 8;
/**
 * For each hour of the week (UTC), the maximum number of gaps in the response that begin in this hour. The response contains the longest
 * gaps.
 */
export const MAX_HOURLY_GAPS = 3;
/** Maximum gaps in the response for the whole week. The response contains the longest gaps. */
export const MAX_GAPS = 20;

/** The integration's events are counted for one `organization`; events of its previous organizations are excluded. */
export const ArrivalsQuery = z.object({ organization: IdText });
export type ArrivalsQuery = z.infer<typeof ArrivalsQuery>;

/** When events of an integration arrived, by Kafka's clock, from `from` (start of an hour) to `to`. */
export const Arrivals = z.object({
  from: z.string(),
  to: z.string(),
  /** `hour` if there are too many events to read. Then the response contains counts per hour of the events' timestamps. */
  precision: z.enum(['minute', 'hour']),
  count: Count,
  /** Number of minutes with events; for the precision `hour`, of hours with events. */
  minutes: Count,
  last: z.nullable(z.string()),
  /** [hours since 1970, number of events] for each hour with events. */
  hours: z.array(z.tuple([Count, Count])),
  /**
   * The longest gaps between two minutes with events, in total and per hour of the week. For the precision `hour`, a gap lasts from the
   * start of one hour with events to the end of the next hour with events.
   */
  gaps: z.array(z.object({ from: Moment, to: Moment })),
});
export type Arrivals = z.infer<typeof Arrivals>;

export const getArrivals = endpoint({
  method: 'GET',
  path: '/events/integrations/{id}/arrivals',
  audit: COUNTS_ONLY,
  summary: 'Get when events of an integration arrived in the last 8 weeks, with the longest gaps; for administrators',
  params: IdParams,
  query: ArrivalsQuery,
  response: Arrivals,
});

/**
 * How far the list of events lags behind Kafka: the number of waiting events, and a time by which the oldest waiting event had
 * arrived; null without a waiting event.
 */
export const EventsLag = z.object({ waiting: Count, waitingSince: z.nullable(z.string()) });
export type EventsLag = z.infer<typeof EventsLag>;

export const getEventsLag = endpoint({
  method: 'GET',
  path: '/events/lag',
  audit: COUNTS_ONLY,
  summary: 'Get how far the list of events lags behind Kafka; for administrators',
  response: EventsLag,
});
