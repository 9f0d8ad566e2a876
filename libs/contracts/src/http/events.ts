import { z } from 'zod/mini';
import { Count, Id, Moment, idList } from '../common/ids.ts';
import { paging } from '../common/page.ts';
import { should } from '../common/wording.ts';
import { Cursor, Position } from '../events/position.ts';
import { Details, MAX_DERIVED, Result, Severity } from '../events/integration-event.ts';
import { DERIVED_FIELDS, forFields } from '../query/fields.ts';
import { MAX_WHERE_LENGTH } from '../query/limits.ts';
import { COUNTS_ONLY, endpoint } from './endpoint.ts';

/** Maximum length of a search text. */
export const MAX_QUERY_LENGTH = 200;

/** A W3C trace id as people paste it. */
export const TraceId = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.regex(/^[0-9a-f]{32}$/, { error: should('be 32 hex digits') }));

/**
 * A filter for integration events; every field narrows the result. query/from-params.ts converts all fields except range,
 * organizations and sender to query terms. `query`: case-insensitive substring of event name, type, trace id or message, without the
 * separator U+001F. `where`: a query (docs/guides/query-events.md), which the events service parses. `integration`: the integration's
 * name. `type`, `event`: the exact source type and event name. Derived fields, such as `subject`: the exact value; empty selects
 * events without a value. `from`, `to`: `from` <= timestamp < `to`. `as`: `viewer` hides the same values as for a viewer, whatever
 * the caller's role. `organizations`: ids, separated by commas in a URL. `sender`: `trusted` excludes events that open no episode
 * or alert: events of the shared topic, unless their integration has the trust `open`.
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
  organizations: z.optional(idList(100)),
});
export type EventFilter = z.infer<typeof EventFilter>;

/** One row of the events list: the published event with its integration's and organization's names and its position. */
export const EventRow = z.object({
  id: z.string(),
  source_id: Id,
  organization_id: Id,
  /** Current names of the integration and the organization; null for unknown ids. */
  integration: z.nullable(z.string()),
  organization: z.nullable(z.string()),
  source_type: z.string(),
  event_name: z.string(),
  /** Timestamp from the publisher: ISO 8601 in UTC with milliseconds. */
  timestamp: z.string(),
  result: Result,
  severity_text: Severity,
  trace_id: z.string(),
  /** Derived fields, such as `subject`: the CloudEvent attribute, otherwise the text in the details; empty without both. */
  ...forFields(DERIVED_FIELDS, () => z._default(z.string(), '')),
  /** The exact JSON text that was published: numbers of any size, members in their order. */
  details: Details,
  /** `details` as text, if parsing it would lose information. */
  details_text: z.optional(z.string()),
  /** Names of the fields that privacy rules hide from the viewer, as named in the rules. */
  hidden: z.optional(z.array(z.string())),
  position: Position,
  /** Whether the sender used a key of the integration. False on the shared topic, whose senders are not authenticated. */
  sender_proven: z._default(z.boolean(), true),
  /** Arrival by Kafka's clock: ISO 8601 in UTC with milliseconds. */
  published_at: z.string(),
  /** When the event was stored; null for a live row, which is sent before storage. */
  stored_at: z.nullable(z.string()),
});
export type EventRow = z.infer<typeof EventRow>;

/** Maximum page size of events. */
export const MAX_EVENTS_LIMIT = 500;

export const ListEventsQuery = z.extend(EventFilter, paging(MAX_EVENTS_LIMIT).shape);
export type ListEventsQuery = z.infer<typeof ListEventsQuery>;

/**
 * `countIsExact`: false if counting took too long; then at least `count` rows match, displayed as '10,000+', and pages beyond `count`
 * exist. `integrations`: the first 200 names, alphabetically, of existing integrations whose events the caller may see, independent of
 * the other filters. `integrationsAreComplete`: false if there are more names, which `GET /events/integrations` finds.
 * `integrationCount`: number of these integrations; two may share a name. Deleted integrations are not included, but their events
 * remain, and the facet contains their names. `cursor`: exactly the matches up to this position are counted and listed. A caller that
 * subscribes to live rows with this cursor gets every row exactly once.
 */
export const EventList = z.object({
  data: z.array(EventRow),
  count: Count,
  countIsExact: z.boolean(),
  integrations: z.array(z.string()),
  integrationsAreComplete: z._default(z.boolean(), true),
  integrationCount: Count,
  cursor: Cursor,
});
export type EventList = z.infer<typeof EventList>;

export const listEvents = endpoint({
  method: 'GET',
  path: '/events',
  audit: { action: 'events.list' },
  summary: 'List integration events that the caller may see, newest first',
  query: ListEventsQuery,
  response: EventList,
});

/** Maximum number of histogram bars. */
export const MAX_BUCKETS = 200;
/** Default number of histogram bars. */
const BUCKETS = 60;

export const HistogramQuery = z.extend(EventFilter, {
  buckets: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_BUCKETS)), BUCKETS),
});
export type HistogramQuery = z.infer<typeof HistogramQuery>;

/**
 * Events over time by result, in at most the requested number of buckets of `step` seconds each, including empty buckets. `from` and `to`
 * are the filter's range. If the filter has no range, they are the first and last match, widened to whole buckets; the search for these two
 * matches ignores the text filter. Without any event there are no buckets, and `from` equals `to`. `countedFrom` and `cursor` as in
 * `EventFacets`.
 */
export const EventHistogram = z.object({
  from: z.string(),
  to: z.string(),
  step: z.int().check(z.positive()),
  buckets: z.array(z.object({ at: z.string(), success: Count, failure: Count })),
  countedFrom: z.nullable(z.string()),
  cursor: Cursor,
});
export type EventHistogram = z.infer<typeof EventHistogram>;

export const eventHistogram = endpoint({
  method: 'GET',
  path: '/events/histogram',
  audit: COUNTS_ONLY,
  summary: 'Count events over time, by result',
  query: HistogramQuery,
  response: EventHistogram,
});
