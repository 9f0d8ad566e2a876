import { z } from 'zod/mini';
import { RESULTS, SEVERITIES } from './choices.ts';
import { Id, Moment } from '../common/ids.ts';
import { should } from '../common/wording.ts';

export { identityOf } from './event-identity.ts';

/** Published from outside, key = organization id. */
export const INTEGRATION_EVENTS_TOPIC = 'integration.events.v1';
/**
 * The doors' topic: what came through a door of the product that proves who sent it. Only the product may write there; its
 * header {@link SENDER_HEADER} is the id of the integration that sent the event.
 */
export const DOORS_TOPIC = 'integration.doors.v1';
export const SENDER_HEADER = 'portico-sender';
/** Set on what came while its integration was over its quota: it is rejected. */
export const OVER_QUOTA_HEADER = 'portico-over-quota';
/** Why a record could not be read where it came in; such an event is rejected. */
export const UNREADABLE_HEADER = 'portico-unreadable';
/** `test` on what came with a key of test mode. */
export const MODE_HEADER = 'portico-mode';
/** A topic of an integration's own: who writes there is that integration. Its test events have one beside it. */
export const doorTopic = (integration: number): string => `${DOOR_TOPIC_PREFIX}${integration}`;
export const testDoorTopic = (integration: number): string => `${doorTopic(integration)}.test`;
export const DOOR_TOPIC_PREFIX = 'integration.door.v1.';
/** What came with a key of test mode, as in {@link DOORS_TOPIC}. */
export const TEST_EVENTS_TOPIC = 'integration.test-events.v1';
/** What was rejected: value = the original bytes, headers = {@link REJECTION_HEADERS}. */
export const REJECTED_EVENTS_TOPIC = 'integration.events.rejected.v1';
/** Largest event accepted, in bytes of its Kafka value. */
export const MAX_EVENT_BYTES = 64 * 1024;
/** An event may arrive so many days after its timestamp; older ones are rejected. */
export const MAX_LATE_DAYS = 90;
/** Longest value of a derived field, such as the subject; a longer one is none, see `docs/guides/publish-events.md`. */
export const MAX_DERIVED = 128;
/** How far ahead of its arrival an event's timestamp may lie, in minutes: clocks differ. */
export const MAX_AHEAD_MINUTES = 5;
/** `type` of an integration event that is sent as a CloudEvent. */
export const INTEGRATION_EVENT_TYPE = 'portico.integration-event.v1';

export { RESULTS, SEVERITIES };
export const Result = z.enum(RESULTS);
export type Result = z.infer<typeof Result>;

export const Severity = z.enum(SEVERITIES);
export type Severity = z.infer<typeof Severity>;

/** `message` is what people read; `details` is kept and shown as the text that was published. */
export const Details = z.looseObject({ message: z.string().check(z.maxLength(32_768)) });
export type Details = z.infer<typeof Details>;

/** What names consist of: no control characters (C0, DEL, C1), which people could neither see nor type. */
export const NAME_PATTERN = /^\P{Cc}*$/u;
/** A refinement: events with other names that were accepted before stand in topics, whose schema is not narrowed. */
const isName = z.refine<string>((name) => NAME_PATTERN.test(name), { error: should('have no control characters') });

/**
 * One integration event as an integration publishes it. `source_id` is the integration, `id` its own and unique for ever:
 * both together identify the event. Publish again with the same id after a doubtful send: the same content counts once,
 * other content is rejected (`id_reused`). `trace_id` is a W3C trace id.
 */
export const IntegrationEvent = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(128)),
  source_id: Id,
  organization_id: Id,
  source_type: z.string().check(z.minLength(1), z.maxLength(64), isName),
  event_name: z.string().check(z.minLength(1), z.maxLength(128), isName),
  timestamp: Moment,
  result: Result,
  severity_text: Severity,
  trace_id: z.string().check(z.regex(/^[0-9a-f]{32}$/, { error: should('be 32 lower-case hex digits') })),
  details: Details,
});
export type IntegrationEvent = z.infer<typeof IntegrationEvent>;

/**
 * Why an event was rejected. `unreadable`: its record batch could not be decompressed, or is damaged. `id_reused`: the
 * integration has published other content with this id. `not_your_integration`: another integration's than the sender's.
 * `use_your_own_door`: the integration accepts nothing from the shared topic. `over_quota`: it published too much. `over_entitlement`: its
 * organization has used all that an entitlement allows.
 */
export const REJECTION_CODES = [
  'unreadable',
  'too_large',
  'not_json',
  'not_an_object',
  'invalid_cloud_event',
  'invalid_field',
  'too_old',
  'in_the_future',
  'unknown_integration',
  'inactive_integration',
  'wrong_organization',
  'not_your_integration',
  'use_your_own_door',
  'over_quota',
  'over_entitlement',
  'id_reused',
] as const;
export const RejectionCode = z.enum(REJECTION_CODES);
export type RejectionCode = z.infer<typeof RejectionCode>;

/** `pointer` is an RFC 6901 JSON pointer to the fault in the published value; empty for the whole of it. */
export const Rejection = z.object({ code: RejectionCode, reason: z.string(), pointer: z.string() });
export type Rejection = z.infer<typeof Rejection>;

/** Kafka headers of a rejected event. */
export const REJECTION_HEADERS = {
  code: 'portico-rejection-code',
  reason: 'portico-rejection-reason',
  pointer: 'portico-rejection-pointer',
  topic: 'portico-original-topic',
  partition: 'portico-original-partition',
  offset: 'portico-original-offset',
  timestamp: 'portico-original-timestamp',
  /** Bytes of the value as it was published; of a very long one only the beginning is kept. */
  size: 'portico-original-size',
} as const;

/** Earlier names of three of these headers. Topics of 0.1.0 contain records that have them alone. */
export const EARLIER_REJECTION_HEADERS = {
  code: 'portico-refusal-code',
  reason: 'portico-refusal-reason',
  pointer: 'portico-refusal-pointer',
} as const;
