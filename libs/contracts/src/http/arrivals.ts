import { z } from 'zod/mini';
import { Id, IdParams, Moment } from '../common/ids.ts';
import { COUNTS_ONLY, endpoint } from './endpoint.ts';

/** Weeks up to now in which arrivals are looked at. */
export const ARRIVAL_WEEKS = 8;
/** Longest gaps of each hour of the week in which a gap begins (in UTC), and longest gaps of all, that are answered. */
export const GAPS_AN_HOUR = 3;
export const LONGEST_GAPS = 20;

const Count = z.int().check(z.minimum(0));

/** Of one organization: events of other ones, which the integration belonged to before, are left out. */
export const ArrivalsQuery = z.object({ organization: z.pipe(z.coerce.number(), Id) });
export type ArrivalsQuery = z.infer<typeof ArrivalsQuery>;

/**
 * When events of an integration arrived, by Kafka's clock, from `from` (the beginning of an hour) up to `to`. `hours`: [whole hours
 * since 1970, events] of the hours with events. `gaps`: the longest times without an event, between two minutes with events;
 * those of each hour of the week are among them. `minutes`: how many minutes have events. `precision`: `hour` when there are too
 * many events to look at each: then it is by when they happened, `minutes` counts hours, and a gap is from the beginning of an
 * hour with events to the end of the next one.
 */
export const Arrivals = z.object({
  from: z.string(),
  to: z.string(),
  precision: z.enum(['minute', 'hour']),
  count: Count,
  minutes: Count,
  last: z.nullable(z.string()),
  hours: z.array(z.tuple([Count, Count])),
  gaps: z.array(z.object({ from: Moment, to: Moment })),
});
export type Arrivals = z.infer<typeof Arrivals>;

export const getArrivals = endpoint({
  method: 'GET',
  path: '/events/integrations/{id}/arrivals',
  audit: COUNTS_ONLY,
  summary:
    'Hours in which events of an integration arrived in the last 8 weeks, and the longest gaps, for administrators',
  params: IdParams,
  query: ArrivalsQuery,
  response: Arrivals,
});

/**
 * How far the list of events is behind Kafka: how many events wait, and a moment by which the oldest of them had arrived; null when
 * none waits.
 */
export const EventsLag = z.object({ waiting: Count, waitingSince: z.nullable(z.string()) });
export type EventsLag = z.infer<typeof EventsLag>;

export const getEventsLag = endpoint({
  method: 'GET',
  path: '/events/lag',
  audit: COUNTS_ONLY,
  summary: 'How far the list of events is behind what arrived, for administrators',
  response: EventsLag,
});
