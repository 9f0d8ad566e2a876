import { z } from 'zod/mini';
import { Count, Moment } from '../common/ids.ts';
import { should } from '../common/wording.ts';
import { COUNTS_ONLY, endpoint } from './endpoint.ts';
import { EventFilter } from './events.ts';

/** Maximum days of arrivals per response. */
const MAX_MINUTES_DAYS = 31;
/** Maximum entries per response. A range with more entries is rejected. */
export const MAX_MINUTES = 50_000;

const DAY = 86_400_000;
const isShort = ({ arrivedFrom, arrivedTo }: { arrivedFrom: string; arrivedTo: string }): boolean =>
  Date.parse(arrivedTo) - Date.parse(arrivedFrom) <= MAX_MINUTES_DAYS * DAY;

/** `arrived`: counts events by minute of arrival; `happened`: also by minute of the timestamp. */
export const MINUTE_CLOCKS = ['arrived', 'happened'] as const;

/** `arrivedFrom` <= arrival < `arrivedTo`, by Kafka's clock. `from` and `to` filter by timestamp, as in {@link EventFilter}. */
export const MinutesQuery = z
  .extend(EventFilter, {
    by: z._default(z.enum(MINUTE_CLOCKS), 'arrived'),
    arrivedFrom: Moment,
    arrivedTo: Moment,
  })
  .check(
    z.refine(isShort, {
      path: ['arrivedFrom'],
      error: should(`be at most ${MAX_MINUTES_DAYS} days before arrivedTo`),
    }),
  );
export type MinutesQuery = z.infer<typeof MinutesQuery>;

/**
 * `arrived`, `happened`: whole minutes since 1970; equal if events are counted by arrival. `delay`: the longest delay from timestamp
 * to arrival among these events, in milliseconds.
 */
export const EventMinute = z.object({ arrived: Count, happened: Count, count: Count, delay: Count });
export type EventMinute = z.infer<typeof EventMinute>;

/** Minutes with events, in order. `completeTo`: every event that arrived before this time is stored and counted. */
export const EventMinutes = z.object({ data: z.array(EventMinute), completeTo: z.string() });
export type EventMinutes = z.infer<typeof EventMinutes>;

export const eventMinutes = endpoint({
  method: 'GET',
  path: '/events/minutes',
  audit: COUNTS_ONLY,
  summary: `Count events by minute of arrival, over at most ${MAX_MINUTES_DAYS} days; 400 if the range has too many minutes with events`,
  query: MinutesQuery,
  response: EventMinutes,
});
