import { z } from 'zod/mini';
import { Count, Id, Moment } from '../common/ids.ts';
import { page, Paging } from '../common/page.ts';
import { should } from '../common/wording.ts';
import { IntegrationEvent, MAX_EVENT_BYTES, Rejection, RejectionCode } from '../events/integration-event.ts';
import { Position } from '../events/position.ts';
import { COUNTS_ONLY, endpoint, TRIES_ONLY } from './endpoint.ts';
import { MAX_QUERY_LENGTH } from './events.ts';

/** Days for which a rejected event is stored. */
export const REJECTED_DAYS = 30;

/** Identifies a publication: partition, offset, and time of arrival, which distinguishes recreated topics. */
export const RejectedId = z
  .string()
  .check(z.regex(/^\d{1,9}-\d{1,15}-\d{1,15}$/, { error: should('be the id of a rejected event') }));
export const RejectedParams = z.object({ id: RejectedId });
export type RejectedParams = z.infer<typeof RejectedParams>;

/** One rejected publication. */
export const RejectedEvent = z.object({
  id: RejectedId,
  position: Position,
  published_at: z.string(),
  rejection: Rejection,
  /**
   * The authenticated integration. On the shared topic, whose senders are not authenticated: the integration that the event names, if it
   * exists.
   */
  integration_id: z.nullable(Id),
  integration: z.nullable(z.string()),
  /** The integration's organization, even if the event names another organization. */
  organization: z.nullable(z.string()),
  /** Null if unreadable. */
  event_id: z.nullable(z.string()),
  /** In bytes. */
  size: Count,
  /** Whether the rejected event was corrected: an event of this integration with this id is listed now. */
  isListed: z.boolean(),
});
export type RejectedEvent = z.infer<typeof RejectedEvent>;

/** A rejected event with its published value. */
export const RejectedEventContent = z.extend(RejectedEvent, {
  topic: z.string(),
  key: z.nullable(z.string()),
  headers: z.record(z.string(), z.string()),
  /** The value as text, with invalid UTF-8 replaced. */
  value: z.string(),
  /** The original bytes of the value. */
  base64: z.string(),
  /** False if the value contained invalid UTF-8. */
  isText: z.boolean(),
  /** False if only the beginning of a very long value was stored. */
  isWhole: z.boolean(),
  /** The whole value is hidden, because a privacy rule hides a field from the caller and fields in the value cannot be located. */
  isHidden: z.optional(z.literal(true)),
});
export type RejectedEventContent = z.infer<typeof RejectedEventContent>;

export const RejectedFilter = z.object({
  /** 0 selects events without an existing integration. */
  integration: z.optional(z.pipe(z.coerce.number(), z.union([z.literal(0), Id]))),
  code: z.optional(RejectionCode),
  /** Selects one cause together with `code`; empty for the whole value. */
  pointer: z.optional(z.string().check(z.maxLength(1_000))),
  /** Case-insensitive substring of a visible reason, pointer, event id, key, or value. */
  query: z.optional(z.string().check(z.trim(), z.maxLength(MAX_QUERY_LENGTH))),
  /** `from` <= arrival < `to`. */
  from: z.optional(Moment),
  to: z.optional(Moment),
});
export type RejectedFilter = z.infer<typeof RejectedFilter>;

export const ListRejectedQuery = z.extend(RejectedFilter, Paging.shape);
export type ListRejectedQuery = z.infer<typeof ListRejectedQuery>;

/** Maximum publications that a text search reads: the latest publications that match the other filter fields. */
export const SEARCHED_REJECTED = 50_000;

/** `isComplete` is false if more than {@link SEARCHED_REJECTED} events match the other filter fields; otherwise absent. */
export const RejectedList = z.extend(page(RejectedEvent), { isComplete: z.optional(z.boolean()) });
export type RejectedList = z.infer<typeof RejectedList>;

/** Maximum integrations listed per cause. */
export const MAX_CAUSE_INTEGRATIONS = 5;
const Days = z.array(Count).check(z.length(REJECTED_DAYS));

/** All rejections with one code at one pointer. */
export const RejectedCause = z.object({
  code: RejectionCode,
  pointer: z.string(),
  /** Reason of the latest rejection. */
  reason: z.string(),
  count: z.int().check(z.minimum(1)),
  first_at: z.string(),
  last_at: z.string(),
  /** The {@link MAX_CAUSE_INTEGRATIONS} integrations with the most rejections. A null id stands for unknown integrations. */
  integrations: z.array(
    z.object({
      ...z.pick(RejectedEvent, { integration_id: true, integration: true, organization: true }).shape,
      count: z.int().check(z.minimum(1)),
    }),
  ),
  /** Number of all integrations with such rejections. */
  integrationCount: z.int().check(z.minimum(1)),
  /** Counts per day, today last. */
  days: Days,
});
export type RejectedCause = z.infer<typeof RejectedCause>;

export const ListCausesQuery = z.extend(z.omit(RejectedFilter, { code: true, pointer: true }), Paging.shape);
export type ListCausesQuery = z.infer<typeof ListCausesQuery>;

/** Rejections of one integration. */
export const RejectedSummary = z.object({
  /** Null for an unknown or unreadable integration. */
  integration_id: z.nullable(Id),
  integration: z.nullable(z.string()),
  organization: z.nullable(z.string()),
  count: Count,
  /** The most frequent first. */
  reasons: z.array(z.object({ code: RejectionCode, count: z.int().check(z.minimum(1)) })),
  last_at: z.string(),
  /** Counts per day, today last. */
  days: Days,
});
export type RejectedSummary = z.infer<typeof RejectedSummary>;

export const listRejectedEvents = endpoint({
  method: 'GET',
  path: '/events/rejected',
  audit: { action: 'rejected-events.list' },
  summary:
    'List rejected events, newest first: all for administrators; for operators, managers and publishers those that their integrations authenticated',
  query: ListRejectedQuery,
  response: RejectedList,
});

export const listRejectionCauses = endpoint({
  method: 'GET',
  path: '/events/rejected/causes',
  audit: COUNTS_ONLY,
  summary: 'Count the rejected events that the caller may correct by cause, most frequent first',
  query: ListCausesQuery,
  response: z.extend(page(RejectedCause), { isComplete: z.optional(z.boolean()) }),
});

export const summarizeRejectedEvents = endpoint({
  method: 'GET',
  path: '/events/rejected/summary',
  audit: COUNTS_ONLY,
  summary: 'Count the rejected events that the caller may correct by integration and day, most frequent first',
  response: z.object({ data: z.array(RejectedSummary) }),
});

/** Hours for which an uncorrected rejected event counts as a current problem. */
export const UNCORRECTED_HOURS = 24;

/** Rejected events of one integration that wait for a correction. A null id stands for unknown or unreadable integrations. */
export const Uncorrected = z.extend(
  z.pick(RejectedEvent, { integration_id: true, integration: true, organization: true }),
  { count: z.int().check(z.minimum(1)), since: z.string(), last_at: z.string() },
);
export type Uncorrected = z.infer<typeof Uncorrected>;

export const listUncorrected = endpoint({
  method: 'GET',
  path: '/events/rejected/uncorrected',
  audit: COUNTS_ONLY,
  summary:
    'Count the uncorrected rejected events of the last 24 hours that the caller may correct by integration, most frequent first; deleted integrations are excluded',
  response: z.object({ data: z.array(Uncorrected) }),
});

export const getRejectedEvent = endpoint({
  method: 'GET',
  path: '/events/rejected/{id}',
  audit: { action: 'rejected-event.read' },
  summary: 'Get a rejected event with its original bytes',
  params: RejectedParams,
  response: RejectedEventContent,
});

/** `value`: the whole event to publish, as JSON text. Usually the server responds after the event is listed. */
export const RepublishRequest = z.object({ value: z.string().check(z.minLength(1), z.maxLength(MAX_EVENT_BYTES)) });
export type RepublishRequest = z.infer<typeof RepublishRequest>;
export const Republished = z.object({ event_id: z.string(), position: Position });
export type Republished = z.infer<typeof Republished>;

export const republishEvent = endpoint({
  method: 'POST',
  path: '/events/rejected/{id}/publish',
  audit: { action: 'rejected-event.publish' },
  summary: 'Publish the correction of a rejected event, with the same id and for the same sender',
  params: RejectedParams,
  body: RepublishRequest,
  response: Republished,
});

/** The predicted result of a publication. `event`: the event as it would be listed. */
export const Validation = z.discriminatedUnion('accepted', [
  z.object({ accepted: z.literal(true), event: IntegrationEvent }),
  z.object({
    accepted: z.literal(false),
    rejection: Rejection,
  }),
]);
export type Validation = z.infer<typeof Validation>;

/** `rejected`: id of a rejected event. If set, Portico validates the body as a correction of this event, with the event's sender. */
export const ValidationQuery = z.object({ rejected: z.optional(RejectedId) });
export type ValidationQuery = z.infer<typeof ValidationQuery>;

export const validateEvent = endpoint({
  method: 'POST',
  path: '/events/validate',
  audit: TRIES_ONLY,
  summary: 'Predict the result of publishing an event, without publishing it; the body is the value to publish',
  query: ValidationQuery,
  body: z.unknown(),
  response: Validation,
});
