import { z } from 'zod/mini';
import { Id, Moment } from '../common/ids.ts';
import { paging } from '../common/page.ts';
import { should } from '../common/wording.ts';
import { Cursor, Position } from '../events/position.ts';
import { Details, Result, Severity } from '../events/integration-event.ts';
import { endpoint } from './endpoint.ts';

/** Longest search text. */
export const MAX_QUERY_LENGTH = 200;

/** A W3C trace id as people paste it. */
const TraceId = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.regex(/^[0-9a-f]{32}$/, { error: should('be 32 hex digits') }));

/**
 * A filter for integration events; every field narrows it. It has two implementations, SQL for the list and a predicate
 * for live rows, that must agree.
 * `query`: case-insensitive substring of event name, type, trace id or message; without U+001F, which stands between them.
 * `integration`: the integration's name.
 * `type`, `event`: the whole source type and event name, as written. `from`, `to`: `from` <= when it happened < `to`.
 * `organizations`: organization ids, separated by commas in a URL.
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
  status: z.optional(Result),
  integration: z.optional(z.string().check(z.maxLength(200))),
  severity: z.optional(Severity),
  type: z.optional(z.string().check(z.maxLength(64))),
  event: z.optional(z.string().check(z.maxLength(128))),
  trace: z.optional(TraceId),
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
  /** The JSON text that was published, to the letter: numbers of any size, members in their order. */
  details: Details,
  /** The same as text, when parsing `details` would lose something of it. */
  details_text: z.optional(z.string()),
  position: Position,
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

/** Most names of integrations in one answer. */
export const MAX_INTEGRATION_NAMES = 200;

/**
 * `countIsExact`: false when counting took too long; then at least `count` rows match, shown as '10,000+'. Pages beyond
 * `count` are there all the same.
 * `integrations`: names of the integrations that exist now and whose events the caller may see, whatever the other filters
 * say: the first {@link MAX_INTEGRATION_NAMES} in alphabetical order. `integrationsAreComplete`: false when there are more,
 * which {@link listEventIntegrations} finds. Past events of a deleted one stay, and its name is a value of the facet.
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
  summary: 'Integration events that the caller may see, newest first',
  query: ListEventsQuery,
  response: EventList,
});

/** `query`: case-insensitive substring of the name. */
export const EventIntegrationsQuery = z.object({
  query: z._default(z.string().check(z.trim(), z.maxLength(MAX_QUERY_LENGTH)), ''),
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_INTEGRATION_NAMES)),
    MAX_INTEGRATION_NAMES,
  ),
});
export type EventIntegrationsQuery = z.infer<typeof EventIntegrationsQuery>;

/** Each name once, in alphabetical order; `isComplete` is false when more match than these. */
export const EventIntegrations = z.object({ data: z.array(z.string()), isComplete: z.boolean() });
export type EventIntegrations = z.infer<typeof EventIntegrations>;

export const listEventIntegrations = endpoint({
  method: 'GET',
  path: '/events/integrations',
  summary: 'Names of the integrations that exist and whose events the caller may see',
  query: EventIntegrationsQuery,
  response: EventIntegrations,
});

/** Values of one facet, most of all. */
export const MAX_FACET_VALUES = 50;

/** How many events have which value, most frequent first, at most {@link MAX_FACET_VALUES}. */
const facet = <Value extends z.ZodMiniType>(value: Value) =>
  z.array(z.object({ value, count: z.int().check(z.minimum(0)) }));

/**
 * What could be added to a filter, and how many events it would leave: each facet is counted without its own filter, so
 * that the others of its values stay to be picked. `integration` has names, `organization` ids with their names.
 * `countedFrom`: null when every event was counted; else, because that took too long, only those that happened from
 * then on. `cursor`: every event up to it is counted, and none after it.
 */
export const EventFacets = z.object({
  status: facet(Result),
  severity: facet(Severity),
  type: facet(z.string()),
  event: facet(z.string()),
  integration: facet(z.string()),
  organization: z.array(z.object({ value: Id, name: z.nullable(z.string()), count: z.int().check(z.minimum(0)) })),
  countedFrom: z.nullable(z.string()),
  cursor: Cursor,
});
export type EventFacets = z.infer<typeof EventFacets>;

export const eventFacets = endpoint({
  method: 'GET',
  path: '/events/facets',
  summary: 'How many events have which status, severity, type, event name, integration and organization',
  query: EventFilter,
  response: EventFacets,
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
 * {@link EventFacets}.
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
  summary: 'Events over time, by result',
  query: HistogramQuery,
  response: EventHistogram,
});

/** Most events of a trace that are answered. */
export const MAX_TRACE_EVENTS = 1_000;

export const TraceParams = z.object({ trace_id: TraceId });
export type TraceParams = z.infer<typeof TraceParams>;

/** Every event of a trace that the caller may see, oldest first; `isComplete` is false when there are more than these. */
export const EventTrace = z.object({ data: z.array(EventRow), isComplete: z.boolean() });
export type EventTrace = z.infer<typeof EventTrace>;

export const getTrace = endpoint({
  method: 'GET',
  path: '/events/traces/{trace_id}',
  summary: 'Every event of a trace that the caller may see, oldest first; 404 when there is none',
  params: TraceParams,
  response: EventTrace,
});

/** Most rows of one file. */
export const MAX_EXPORT_ROWS = 100_000;
export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;

/**
 * Headers of an export. `rows`: how many rows the file is going to have, before the first of them is sent; rows that
 * arrive meanwhile are not in it. `limit`: most rows of one file; when `rows` equals it, there may be more that match.
 */
export const EXPORT_HEADERS = { rows: 'x-export-rows', limit: 'x-export-limit' } as const;

export const ExportQuery = z.extend(EventFilter, { format: z._default(z.enum(EXPORT_FORMATS), 'csv') });
export type ExportQuery = z.infer<typeof ExportQuery>;

/**
 * A file, sent while it is read: to break the connection off ends the reading. NDJSON has one {@link EventRow} a line,
 * without `position`. A dropped connection means that the file is incomplete.
 */
export const exportEvents = endpoint({
  method: 'GET',
  path: '/events/export',
  summary: 'The events that match as a file, newest first, at most 100,000',
  query: ExportQuery,
  media: ['text/csv', 'application/x-ndjson'],
  response: z.string(),
});
