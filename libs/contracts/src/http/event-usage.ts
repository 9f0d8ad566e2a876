import { z } from 'zod/mini';
import { Moment } from '../common/ids.ts';
import { should } from '../common/wording.ts';
import { PlaceZone } from '../common/zone.ts';
import { COUNTS_ONLY, endpoint } from './endpoint.ts';
import { EventFilter } from './events.ts';

/** `events`: how many; `distinct`: different values of a field of the details; `sum`: of a numeric one. */
export const MEASURES = ['events', 'distinct', 'sum'] as const;
export type Measure = (typeof MEASURES)[number];

/** A field of the details: names from the outermost, joined by dots, such as `amount.cents`. */
export const DetailsField = z
  .string()
  .check(
    z.maxLength(200),
    z.regex(/^[^.\s"\\]+(\.[^.\s"\\]+)*$/, { error: should('be names joined by dots, such as amount.cents') }),
  );

/** What a number counts: `field` belongs to `distinct` and `sum`, and to no other. */
export const Measured = { measure: z._default(z.enum(MEASURES), 'events'), field: z.optional(DetailsField) };

/** For a refinement of a schema with {@link Measured}. */
export const hasItsField = ({ measure, field }: { measure: Measure; field?: string | undefined }): boolean =>
  (measure === 'events') === (field === undefined);
export const ITS_FIELD = { path: ['field'], error: should('be there for distinct values and sums, and only there') };

/** `arrivedFrom` <= arrival < `arrivedTo`, by Kafka's clock. With `byDayIn`, a time zone, each day counts for itself. `from` and `to` are about when events happened, as everywhere. */
export const UsageQuery = z
  .extend(EventFilter, { ...Measured, arrivedFrom: Moment, arrivedTo: Moment, byDayIn: z.optional(PlaceZone) })
  .check(z.refine(hasItsField, ITS_FIELD));
export type UsageQuery = z.infer<typeof UsageQuery>;

/**
 * What an organization used. `value`: a decimal with at most 9 digits behind the point. `digest`: 32 hexadecimal digits over the
 * identities of the `events` that count, whatever their order.
 */
export const OrganizationUsage = z.object({
  organizationId: z.int().check(z.minimum(0)),
  /** Day of arrival, with `byDayIn`. */
  day: z.optional(z.string()),
  value: z.string(),
  events: z.int().check(z.minimum(0)),
  digest: z.string(),
});
export type OrganizationUsage = z.infer<typeof OrganizationUsage>;

/**
 * Organizations that used something, in order; each as the owner of the integration when the event arrived. Counted is what arrived
 * before `countedTo`: `arrivedTo`, or an earlier moment up to which every event is stored. The same range never counts differently later.
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
