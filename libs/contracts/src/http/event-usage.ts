import { z } from 'zod/mini';
import { Moment } from '../common/ids.ts';
import { should } from '../common/wording.ts';
import { PlaceZone } from '../common/zone.ts';
import { COUNTS_ONLY, endpoint } from './endpoint.ts';
import { EventFilter } from './events.ts';

/** `events`: number of events. `distinct`: number of different values of a details field. `sum`: sum of a numeric one. */
export const MEASURES = ['events', 'distinct', 'sum'] as const;
export type Measure = (typeof MEASURES)[number];

/** A field of the details: names from the outermost, joined by dots, such as `amount.cents`. */
export const DetailsField = z
  .string()
  .check(
    z.maxLength(200),
    z.regex(/^[^.\s"\\]+(\.[^.\s"\\]+)*$/, { error: should('be names joined by dots, such as amount.cents') }),
  );

/** What is counted. `distinct` and `sum` require `field`; `events` forbids it. */
export const Measured = { measure: z._default(z.enum(MEASURES), 'events'), field: z.optional(DetailsField) };

/** Refinement for a schema with {@link Measured}. */
export const hasItsField = ({ measure, field }: { measure: Measure; field?: string | undefined }): boolean =>
  (measure === 'events') === (field === undefined);
export const ITS_FIELD = { path: ['field'], error: should('be there for distinct values and sums, and only there') };

/**
 * `arrivedFrom` <= arrival < `arrivedTo`, by Kafka's clock. `byDayIn`: a time zone; each day counts separately. `from` and `to`
 * filter by timestamp, as everywhere.
 */
export const UsageQuery = z
  .extend(EventFilter, { ...Measured, arrivedFrom: Moment, arrivedTo: Moment, byDayIn: z.optional(PlaceZone) })
  .check(z.refine(hasItsField, ITS_FIELD));
export type UsageQuery = z.infer<typeof UsageQuery>;

/**
 * An organization's use. `value`: a decimal with at most 9 fraction digits. `digest`: 32 hexadecimal digits over the identities of
 * the counted `events`, independent of their order.
 */
export const OrganizationUsage = z.object({
  organizationId: z.int().check(z.minimum(0)),
  /** Day of arrival, if `byDayIn` is set. */
  day: z.optional(z.string()),
  value: z.string(),
  events: z.int().check(z.minimum(0)),
  digest: z.string(),
});
export type OrganizationUsage = z.infer<typeof OrganizationUsage>;

/**
 * Organizations with usage, in order. Events count for the organization that owned the integration on arrival. `countedTo`: the end
 * of the counted range: `arrivedTo`, or an earlier time up to which every event is stored. The same range never counts differently
 * later.
 */
export const EventUsage = z.object({ data: z.array(OrganizationUsage), countedTo: z.string() });
export type EventUsage = z.infer<typeof EventUsage>;

export const eventUsage = endpoint({
  method: 'GET',
  path: '/events/usage',
  audit: COUNTS_ONLY,
  summary:
    'What organizations used: events, distinct values or the sum of a field, by arrival; 400 when there are too many events',
  query: UsageQuery,
  response: EventUsage,
});
