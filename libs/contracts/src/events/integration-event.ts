import { z } from 'zod/mini';
import { RESULTS, SEVERITIES } from './choices.ts';
import { Id, Moment } from '../common/ids.ts';
import { should } from '../common/wording.ts';

export { identityOf } from './event-identity.ts';

/** Topic to which integrations publish events without authentication; key = organization id. */
export const INTEGRATION_EVENTS_TOPIC = 'integration.events.v1';
/**
 * Topic of authenticated events. Only the product may write to this topic. The header {@link SENDER_HEADER} contains the id of the
 * sending integration.
 */
export const DOORS_TOPIC = 'integration.doors.v1';
export const SENDER_HEADER = 'portico-sender';
/** Header of events beyond the integration's quota. The ingest rejects these events. */
export const OVER_QUOTA_HEADER = 'portico-over-quota';
/** Header with the reason why Portico could not read a sender's record. The ingest rejects the record. */
export const UNREADABLE_HEADER = 'portico-unreadable';
/** Header with the value `test` for events that were sent with a test key. */
export const MODE_HEADER = 'portico-mode';
/** An integration's own topic, to which only this integration may write. Its test events go to {@link testDoorTopic}. */
export const doorTopic = (integration: number): string => `${DOOR_TOPIC_PREFIX}${integration}`;
export const testDoorTopic = (integration: number): string => `${doorTopic(integration)}.test`;
export const DOOR_TOPIC_PREFIX = 'integration.door.v1.';
/** Topic of events that were sent with a test key. Only the product may write to this topic, as to {@link DOORS_TOPIC}. */
export const TEST_EVENTS_TOPIC = 'integration.test-events.v1';
/** Topic of rejected events: value = the original bytes, headers = {@link REJECTION_HEADERS}. */
export const REJECTED_EVENTS_TOPIC = 'integration.events.rejected.v1';
/** Maximum size of an event, in bytes of its Kafka value. */
export const MAX_EVENT_BYTES = 64 * 1024;
/** Maximum days between an event's timestamp and its arrival. The ingest rejects events that arrive later. */
export const MAX_LATE_DAYS = 90;
/** Maximum length of a derived field, such as the subject. Portico ignores longer values, see `docs/guides/publish-events.md`. */
export const MAX_DERIVED = 128;
/** Maximum minutes by which an event's timestamp may be later than its arrival, because clocks differ. */
export const MAX_AHEAD_MINUTES = 5;
/** `type` of an integration event sent as a CloudEvent. */
export const INTEGRATION_EVENT_TYPE = 'portico.integration-event.v1';

export { RESULTS, SEVERITIES };
export const Result = z.enum(RESULTS);
export type Result = z.infer<typeof Result>;

export const Severity = z.enum(SEVERITIES);
export type Severity = z.infer<typeof Severity>;

/** `message` is for people. `details` is stored and displayed exactly as published. */
export const Details = z.looseObject({ message: z.string().check(z.maxLength(32_768)) });
export type Details = z.infer<typeof Details>;

/** Names contain no control characters (C0, DEL, C1), which people can neither see nor type. */
export const NAME_PATTERN = /^\P{Cc}*$/u;
/**
 * Checks names. A refinement instead of a schema pattern: the compatibility test would reject a new pattern, because topics contain older
 * events with control characters in their names.
 */
const isName = z.refine<string>((name) => NAME_PATTERN.test(name), { error: should('have no control characters') });

/**
 * One integration event as published. `source_id` is the integration, and `id` is unique forever within this integration. If it is
 * unknown whether a send succeeded, publish again with the same id: identical content counts once, different content is rejected
 * (`id_reused`). `trace_id` is a W3C trace id.
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
 * Why an event was rejected. `unreadable`: its record batch is damaged or cannot be decompressed. `id_reused`: the integration has
 * published different content with this id. `not_your_integration`: the event names another integration than the sender.
 * `use_your_own_door`: the integration does not accept the shared topic. `over_quota`: the integration has used up its quota.
 * `over_entitlement`: the organization has used up an entitlement.
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

/** `pointer` is an RFC 6901 JSON pointer to the fault in the published value; empty for the whole value. */
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
  /** Size of the published value in bytes. Portico stores only the beginning of a very long value. */
  size: 'portico-original-size',
} as const;

/** Earlier names of three rejection headers. Records of release 0.1.0 have only these headers. */
export const EARLIER_REJECTION_HEADERS = {
  code: 'portico-refusal-code',
  reason: 'portico-refusal-reason',
  pointer: 'portico-refusal-pointer',
} as const;
