import { z } from 'zod/mini';
import { Count, Id, Moment } from '../common/ids.ts';
import { should } from '../common/wording.ts';
import { PlaceZone } from '../common/zone.ts';
import { MAX_WHERE_LENGTH } from '../query/limits.ts';
import { COUNTS_ONLY, endpoint } from './endpoint.ts';

/** `events`: number of events. `distinct`: number of different values of a details field. `sum`: sum of a numeric details field. */
export const MEASURES = ['events', 'distinct', 'sum'] as const;
export type Measure = (typeof MEASURES)[number];

/** A path to a field of the details: member names joined by dots, such as `amount.cents`. */
const DetailsField = z
  .string()
  .check(
    z.maxLength(200),
    z.regex(/^[^.\s"\\]+(\.[^.\s"\\]+)*$/, { error: should('be names joined by dots, such as amount.cents') }),
  );

/** The measure of a count. `distinct` and `sum` require `field`; `events` forbids `field`. */
export const Measured = { measure: z._default(z.enum(MEASURES), 'events'), field: z.optional(DetailsField) };

/** Whether `field` is present for `distinct` and `sum`, and absent for `events`. A refinement for schemas with {@link Measured}. */
export const hasItsField = ({ measure, field }: { measure: Measure; field?: string | undefined }): boolean =>
  (measure === 'events') === (field === undefined);
export const ITS_FIELD = { path: ['field'], error: should('be set for distinct values and sums only') };

/** Which events to count, and by which measure. `where`: a query in the query language; empty for all events. */
export const questionFields = { where: z.string().check(z.maxLength(MAX_WHERE_LENGTH)), ...Measured };
export const MeterQuestion = z.object(questionFields).check(z.refine(hasItsField, ITS_FIELD));
export type MeterQuestion = z.infer<typeof MeterQuestion>;

/** Maximum questions per request. If the request has `adding`, one database statement answers all questions. */
export const MAX_USAGE_QUESTIONS = 20;

export const UsageRequest = z.object({
  questions: z.array(MeterQuestion).check(z.minLength(1), z.maxLength(MAX_USAGE_QUESTIONS)),
  organizations: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(100))),
  /** `arrivedFrom` <= arrival < `arrivedTo`, by Kafka's clock. */
  arrivedFrom: Moment,
  arrivedTo: Moment,
  /** A time zone, for separate counts per day. */
  byDayIn: z.optional(PlaceZone),
  /**
   * True for a caller that adds up the answers of consecutive ranges. Then the answer lists distinct values as `values`, and a range with
   * too many events is counted up to an earlier `countedTo`.
   */
  adding: z.optional(z.boolean()),
});
export type UsageRequest = z.infer<typeof UsageRequest>;

/** An organization's use. */
export const OrganizationUsage = z.object({
  organizationId: Count,
  /** Day of arrival, if `byDayIn` is set. */
  day: z.optional(z.string()),
  /** A decimal with at most 9 fraction digits. */
  value: z.string(),
  events: Count,
  /** A hash of the identities of the counted events (32 hexadecimal digits), independent of their order. Absent with `adding`. */
  digest: z.optional(z.string()),
  /** Only with `adding`: hashes of the distinct values, 32 hexadecimal digits each. */
  values: z.optional(z.array(z.string())),
});
export type OrganizationUsage = z.infer<typeof OrganizationUsage>;

/**
 * `data`: organizations with usage, in order. An event counts for the organization that owned its integration on arrival. `refused`:
 * the reason why the question has no answer.
 */
export const UsageAnswer = z.object({ data: z.array(OrganizationUsage), refused: z.optional(z.string()) });
export type UsageAnswer = z.infer<typeof UsageAnswer>;

/**
 * An answer for each question, in order. `countedTo`: the end of the counted range: `arrivedTo`, or an earlier time up to which every
 * event is stored. A later request for the counted range returns the same counts.
 */
export const EventUsage = z.object({ answers: z.array(UsageAnswer), countedTo: z.string() });
export type EventUsage = z.infer<typeof EventUsage>;

export const eventUsage = endpoint({
  method: 'POST',
  path: '/events/usage',
  audit: COUNTS_ONLY,
  summary: 'Count what organizations used, by arrival: events, distinct values of a field, or the sum of a field',
  body: UsageRequest,
  response: EventUsage,
});
