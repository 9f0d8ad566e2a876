import { z } from 'zod';
import { Id } from '../common/ids.ts';
import { Paging } from '../common/page.ts';
import { Cursor, Position } from '../events/position.ts';
import { Details, Result, Severity } from '../events/integration-event.ts';
import { endpoint } from './endpoint.ts';

/** Longest search text. */
export const MAX_QUERY_LENGTH = 200;

/**
 * Which integration events a viewer wants; every field narrows. It has two readers, SQL for the list and a predicate
 * for live rows, that must agree.
 * `query`: case-insensitive substring of event name, type, trace id or message. `integration`: the integration's name.
 * `organizations`: organization ids, separated by commas in a URL.
 */
export const EventFilter = z.object({
  query: z.string().trim().max(MAX_QUERY_LENGTH).optional(),
  status: Result.optional(),
  integration: z.string().max(200).optional(),
  organizations: z
    .preprocess(
      (value) => (typeof value === 'string' ? value.split(',').map(Number) : value),
      z.array(Id).min(1).max(100),
    )
    .optional(),
});
export type EventFilter = z.infer<typeof EventFilter>;

/** One row of the console: the event as it was published, with its names and its place in arrival order. */
export const EventRow = z.object({
  id: z.string(),
  source_id: Id,
  organization_id: Id,
  /** Names as they are now; null when the directory does not know the id. */
  integration: z.string().nullable(),
  organization: z.string().nullable(),
  source_type: z.string(),
  event_name: z.string(),
  /** When it happened, said by the publisher: ISO 8601 in UTC, milliseconds. */
  timestamp: z.string(),
  result: Result,
  severity_text: Severity,
  trace_id: z.string(),
  details: Details,
  position: Position,
});
export type EventRow = z.infer<typeof EventRow>;

export const ListEventsQuery = EventFilter.extend(Paging.shape);
export type ListEventsQuery = z.infer<typeof ListEventsQuery>;

/**
 * `integrations`: names of the integrations whose events the caller may see, whatever the other filters say.
 * `cursor`: every row up to it that matches is in this answer's list; subscribe to live rows with it and none is missed.
 */
export const EventList = z.object({
  data: z.array(EventRow),
  count: z.int().min(0),
  integrations: z.array(z.string()),
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
