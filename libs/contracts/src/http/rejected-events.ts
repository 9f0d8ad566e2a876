import { z } from 'zod';
import { Id } from '../common/ids.ts';
import { page, Paging } from '../common/page.ts';
import { should } from '../common/wording.ts';
import { IntegrationEvent, MAX_EVENT_BYTES, Refusal, RefusalCode } from '../events/integration-event.ts';
import { Position } from '../events/position.ts';
import { endpoint } from './endpoint.ts';

/** Days that a refused event is kept. */
export const REFUSED_DAYS = 30;

/** Which publication it was: partition, offset and time of arrival, which distinguishes recreated topics. */
export const RefusedId = z
  .string()
  .regex(/^\d{1,9}-\d{1,15}-\d{1,15}$/, { error: should('be the id of a refused event') });
export const RefusedParams = z.object({ id: RefusedId });
export type RefusedParams = z.infer<typeof RefusedParams>;

/**
 * One publication that was refused. `integration_id` and `event_id` are what it claims of itself, as far as it could be read
 * and names something that exists. `organization` is the integration's own; of no known integration, the claimed one. `size`
 * is in bytes.
 * `isListed`: an event with this id is in the list of events by now, so it was corrected.
 */
export const RefusedEvent = z.object({
  id: RefusedId,
  position: Position,
  published_at: z.string(),
  refusal: Refusal,
  integration_id: Id.nullable(),
  integration: z.string().nullable(),
  organization: z.string().nullable(),
  event_id: z.string().nullable(),
  size: z.int().min(0),
  isListed: z.boolean(),
});
export type RefusedEvent = z.infer<typeof RefusedEvent>;

/**
 * With what was published. `value` is its text, bytes that are no UTF-8 replaced; `isText` tells whether any were.
 * `isWhole`: false when only the beginning of a very long value was kept. `base64` are the bytes as they came.
 */
export const RefusedEventContent = RefusedEvent.extend({
  topic: z.string(),
  key: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
  value: z.string(),
  base64: z.string(),
  isText: z.boolean(),
  isWhole: z.boolean(),
});
export type RefusedEventContent = z.infer<typeof RefusedEventContent>;

/** `integration` 0: those of no integration that exists. */
export const ListRefusedQuery = Paging.extend({
  integration: z.coerce
    .number()
    .pipe(z.union([z.literal(0), Id]))
    .optional(),
  code: RefusalCode.optional(),
});
export type ListRefusedQuery = z.infer<typeof ListRefusedQuery>;

/** How much was refused of one integration (null: of none that exists). `days`: a count for each day, today last. */
export const RefusedSummary = z.object({
  integration_id: Id.nullable(),
  integration: z.string().nullable(),
  organization: z.string().nullable(),
  count: z.int().min(0),
  last_at: z.string(),
  days: z.array(z.int().min(0)).length(REFUSED_DAYS),
});
export type RefusedSummary = z.infer<typeof RefusedSummary>;

export const listRefusedEvents = endpoint({
  method: 'GET',
  path: '/events/refused',
  summary: 'Events that were refused, the latest first, for administrators',
  query: ListRefusedQuery,
  response: page(RefusedEvent),
});

export const summarizeRefusedEvents = endpoint({
  method: 'GET',
  path: '/events/refused/summary',
  summary: 'Refused events by integration and day, the most frequent first, for administrators',
  response: z.object({ data: z.array(RefusedSummary) }),
});

export const getRefusedEvent = endpoint({
  method: 'GET',
  path: '/events/refused/{id}',
  summary: 'One refused event with its original bytes, for administrators',
  params: RefusedParams,
  response: RefusedEventContent,
});

/** `value`: the whole event as it is to be published, as JSON text. Answered when the event stands in the list, as a rule. */
export const RepublishRequest = z.object({ value: z.string().min(1).max(MAX_EVENT_BYTES) });
export type RepublishRequest = z.infer<typeof RepublishRequest>;
export const Republished = z.object({ event_id: z.string(), position: Position });
export type Republished = z.infer<typeof Republished>;

export const republishEvent = endpoint({
  method: 'POST',
  path: '/events/refused/{id}/publish',
  summary: 'Publish a refused event again, corrected, with the same id, for administrators',
  params: RefusedParams,
  body: RepublishRequest,
  response: Republished,
});

/** What would become of a publication. `event`: as it would be listed. */
export const Validation = z.discriminatedUnion('accepted', [
  z.object({ accepted: z.literal(true), event: IntegrationEvent }),
  z.object({ accepted: z.literal(false), refusal: Refusal }),
]);
export type Validation = z.infer<typeof Validation>;

export const validateEvent = endpoint({
  method: 'POST',
  path: '/events/validate',
  summary: 'What would happen to an event, without publishing it: the body is the value as it would be published',
  body: z.unknown(),
  response: Validation,
});
