import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { EventFilter } from './events.ts';

/** Maximum rows per file. */
export const MAX_EXPORT_ROWS = 100_000;
export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;

/**
 * Headers of an export. `rows`: number of rows in the file, counted before the first row is sent; rows that arrive later are not
 * included. `limit`: maximum rows per file; if `rows` equals `limit`, more rows may match.
 */
export const EXPORT_HEADERS = { rows: 'x-export-rows', limit: 'x-export-limit' } as const;

export const ExportQuery = z.extend(EventFilter, { format: z._default(z.enum(EXPORT_FORMATS), 'csv') });
export type ExportQuery = z.infer<typeof ExportQuery>;

/**
 * Streams a file. Closing the connection stops the query, and a dropped connection means that the file is incomplete. NDJSON has one
 * {@link EventRow} per line, without `position`.
 */
export const exportEvents = endpoint({
  method: 'GET',
  path: '/events/export',
  audit: { action: 'events.export' },
  summary: 'Export matching events as a file, newest first, at most 100,000',
  query: ExportQuery,
  media: ['text/csv', 'application/x-ndjson'],
  response: z.string(),
});
