import { z } from 'zod/mini';
import { Id, Moment } from '../common/ids.ts';
import { paging } from '../common/page.ts';
import { should } from '../common/wording.ts';
import { Cursor, Position } from '../events/position.ts';
import { Details, MAX_DERIVED, Result, Severity } from '../events/integration-event.ts';
import { DERIVED_FIELDS, forFields } from '../query/fields.ts';
import { MAX_WHERE_LENGTH } from '../query/limits.ts';
import { COUNTS_ONLY, endpoint } from './endpoint.ts';

/** Longest search text. */
export const MAX_QUERY_LENGTH = 200;

/** A W3C trace id as people paste it. */
export const TraceId = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.regex(/^[0-9a-f]{32}$/, { error: should('be 32 hex digits') }));

/**
 * A filter for integration events; every field narrows it. query/from-params.ts makes terms of the query language of all but
 * range, organizations and sender.
 * `query`: case-insensitive substring of event name, type, trace id or message; without U+001F, which stands between them.
 * `where`: a question in the query language (docs/guides/query-events.md). The events service parses it.
 * `integration`: the integration's name.
 * `type`, `event`: the whole source type and event name, as written. Derived fields, such as `subject`: the whole value; an empty one
 * asks for events without one. `from`, `to`: `from` <= when it happened < `to`.
 * `as`: `viewer` asks for what privacy rules leave to viewers of the organizations, whoever asks.
 * `organizations`: organization ids, separated by commas in a URL. `sender`: `trusted` leaves out events that ring no bell: those of
 * the shared topic, unless the trust of their integration is `open`.
 */
export const EventFilter = z.object({
  query: z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(MAX_QUERY_LENGTH),
      z.refine((text) => !text.includes('\u001f'), {
        error: should('not have the control character U+001F'),
      }),
    ),
  ),
  where: z.optional(z.string().check(z.trim(), z.maxLength(MAX_WHERE_LENGTH))),
  status: z.optional(Result),
  integration: z.optional(z.string().check(z.maxLength(200))),
  severity: z.optional(Severity),
  type: z.optional(z.string().check(z.maxLength(64))),
  event: z.optional(z.string().check(z.maxLength(128))),
  trace: z.optional(TraceId),
  ...forFields(DERIVED_FIELDS, () => z.optional(z.string().check(z.maxLength(MAX_DERIVED)))),
  sender: z.optional(z.literal('trusted')),
  as: z.optional(z.literal('viewer')),
  from: z.optional(Moment),
  to: z.optional(Moment),
  organizations: z.optional(
    z.pipe(
      z.transform((value) => (typeof value === 'string' ? value.split(',').map(Number) : value)),
      z.array(Id).check(z.minLength(1), z.maxLength(100)),
    ),
  ),
});
export type EventFilter = z.infer<typeof EventFilter>;

/** One row of the console: the event as it was published, with its names and its place in arrival order. */
export const EventRow = z.object({
  id: z.string(),
  source_id: Id,
  organization_id: Id,
  /** Names as they are now; null when the directory does not know the id. */
  integration: z.nullable(z.string()),
  organization: z.nullable(z.string()),
  source_type: z.string(),
  event_name: z.string(),
  /** When it happened, said by the publisher: ISO 8601 in UTC, milliseconds. */
  timestamp: z.string(),
  result: Result,
  severity_text: Severity,
  trace_id: z.string(),
  /** Derived fields, such as `subject`: the attribute of its CloudEvent, else the text in its details; empty without one. */
  ...forFields(DERIVED_FIELDS, () => z._default(z.string(), '')),
  /** The JSON text that was published, to the letter: numbers of any size, members in their order. */
  details: Details,
  /** The same as text, when parsing `details` would lose something of it. */
  details_text: z.optional(z.string()),
  /** What privacy rules hide of it from the viewer, as the rules name it. */
  hidden: z.optional(z.array(z.string())),
  position: Position,
  /** Whether it came with a key of its integration; false on the shared topic, where no one checks the sender. */
  sender_proven: z._default(z.boolean(), true),
  /** When it arrived, by Kafka's clock: ISO 8601 in UTC, milliseconds. */
  published_at: z.string(),
  /** When it was stored; null for a live row, which is shown before that. */
  stored_at: z.nullable(z.string()),
});
export type EventRow = z.infer<typeof EventRow>;

/** Largest page of events: as many rows as people scroll through. */
export const MAX_EVENTS_LIMIT = 500;

export const ListEventsQuery = z.extend(EventFilter, paging(MAX_EVENTS_LIMIT).shape);
export type ListEventsQuery = z.infer<typeof ListEventsQuery>;

/**
 * `countIsExact`: false when counting took too long; then at least `count` rows match, shown as '10,000+'. Pages beyond
 * `count` are there all the same.
 * `integrations`: names of the integrations that exist now and whose events the caller may see, whatever the other filters
 * say: the first 200 in alphabetical order. `integrationsAreComplete`: false when there are more,
 * which `GET /events/integrations` finds. Past events of a deleted one stay, and its name is a value of the facet.
 * `integrationCount`: how many integrations those are; two may have one name.
 * `cursor`: every row up to it that matches is counted and in this answer's list, and none after it is; subscribe to live
 * rows with it, and none is missed or counted twice.
 */
export const EventList = z.object({
  data: z.array(EventRow),
  count: z.int().check(z.minimum(0)),
  countIsExact: z.boolean(),
  integrations: z.array(z.string()),
  integrationsAreComplete: z._default(z.boolean(), true),
  integrationCount: z.int().check(z.minimum(0)),
  cursor: Cursor,
});
export type EventList = z.infer<typeof EventList>;

export const listEvents = endpoint({
  method: 'GET',
  path: '/events',
  audit: { action: 'events.list' },
  summary: 'Integration events that the caller may see, newest first',
  query: ListEventsQuery,
  response: EventList,
});

/** Maximum and default number of bars of a histogram. */
export const MAX_BUCKETS = 200;
const BUCKETS = 60;

export const HistogramQuery = z.extend(EventFilter, {
  buckets: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_BUCKETS)), BUCKETS),
});
export type HistogramQuery = z.infer<typeof HistogramQuery>;

/**
 * Events over time by result, at most the requested number of buckets, each `step` seconds long; empty ones are there too.
 * `from` and `to` are the filter's, or, where it has none, those of the first and the last event that matches but for its
 * text, widened to whole buckets. Without any event there are no buckets and `from` equals `to`. `countedFrom` and `cursor` as in
 * `EventFacets`.
 */
export const EventHistogram = z.object({
  from: z.string(),
  to: z.string(),
  step: z.int().check(z.positive()),
  buckets: z.array(
    z.object({ at: z.string(), success: z.int().check(z.minimum(0)), failure: z.int().check(z.minimum(0)) }),
  ),
  countedFrom: z.nullable(z.string()),
  cursor: Cursor,
});
export type EventHistogram = z.infer<typeof EventHistogram>;

export const eventHistogram = endpoint({
  method: 'GET',
  path: '/events/histogram',
  audit: COUNTS_ONLY,
  summary: 'Events over time, by result',
  query: HistogramQuery,
  response: EventHistogram,
});
