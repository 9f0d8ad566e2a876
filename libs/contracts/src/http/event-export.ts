import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { EventFilter } from './events.ts';

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
  audit: { action: 'events.export' },
  summary: 'The events that match as a file, newest first, at most 100,000',
  query: ExportQuery,
  media: ['text/csv', 'application/x-ndjson'],
  response: z.string(),
});
