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
 * A filter for integration events; every field narrows the result. query/from-params.ts converts all fields except range, organizations and
 * sender to query terms.
 */
export const EventFilter = z.object({
  /** Case-insensitive substring of event name, type, trace id or message, without the separator U+001F. */
  query: z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(MAX_QUERY_LENGTH),
      z.refine((text) => !text.includes('\u001f'), {
        error: should('not have the control character U+001F'),
      }),
    ),
  ),
  /** A query (docs/guides/query-events.md), which the events service parses. */
  where: z.optional(z.string().check(z.trim(), z.maxLength(MAX_WHERE_LENGTH))),
  status: z.optional(Result),
  /** The integration's name. */
  integration: z.optional(z.string().check(z.maxLength(200))),
  severity: z.optional(Severity),
  /** The exact source type. */
  type: z.optional(z.string().check(z.maxLength(64))),
  /** The exact event name. */
  event: z.optional(z.string().check(z.maxLength(128))),
  trace: z.optional(TraceId),
  /** Derived fields, such as `subject`: the exact value. Empty selects events without a value. */
  ...forFields(DERIVED_FIELDS, () => z.optional(z.string().check(z.maxLength(MAX_DERIVED)))),
  /** `trusted` excludes events that open no episode or alert: events of the shared topic, unless their integration has the trust `open`. */
  sender: z.optional(z.literal('trusted')),
  /** `viewer` hides the same values as for a viewer, whatever the caller's role. */
  as: z.optional(z.literal('viewer')),
  /** `from` <= timestamp < `to`. */
  from: z.optional(Moment),
  to: z.optional(Moment),
  /** Ids, separated by commas in a URL. */
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

export const EventList = z.object({
  data: z.array(EventRow),
  count: Count,
  /** False if counting took too long. Then at least `count` rows match, displayed as '10,000+', and pages beyond `count` exist. */
  countIsExact: z.boolean(),
  /**
   * The first 200 names, alphabetically, of integrations whose events the caller may see, whatever the filter. The names of deleted
   * integrations are missing here, although their events remain; the facet contains these names.
   */
  integrations: z.array(z.string()),
  /** False if there are more names, which `GET /events/integrations` finds. */
  integrationsAreComplete: z._default(z.boolean(), true),
  /** Number of integrations whose events the caller may see. Two integrations may share a name. */
  integrationCount: Count,
  /**
   * Exactly the matches up to this position are counted and listed. A caller that subscribes to live rows with this cursor gets every row
   * exactly once.
   */
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

/** Events over time by result. Without any event there are no buckets, and `from` equals `to`. */
export const EventHistogram = z.object({
  /**
   * Start of the filter's range. If the filter has no start, this is the first match, rounded down to a whole bucket; this search ignores
   * the text filter.
   */
  from: z.string(),
  /**
   * End of the filter's range. If the filter has no end, this is the last match, rounded up to a whole bucket; this search ignores the text
   * filter.
   */
  to: z.string(),
  /** Length of a bucket in seconds. */
  step: z.int().check(z.positive()),
  /** At most the requested number of buckets, including empty buckets. */
  buckets: z.array(z.object({ at: z.string(), success: Count, failure: Count })),
  /** As in `EventFacets`. */
  countedFrom: z.nullable(z.string()),
  /** As in `EventFacets`. */
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
