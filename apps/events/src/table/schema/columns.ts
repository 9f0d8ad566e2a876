import { Result, Severity } from '@portico/contracts/events/integration-event';
import { DERIVED_FIELDS, forFields } from '@portico/contracts/query/fields';
import { z } from 'zod';

/** The columns of the derived fields. */
export const DerivedColumns = forFields(DERIVED_FIELDS, () => z.string());

/**
 * The columns of table integration_events that a row brings, in the order of the table, as ClickHouse reads them out:
 * `details` is JSON text, moments are `YYYY-MM-DD hh:mm:ss.sss` in UTC. The writer, the INSERT, the reader and the export
 * follow from this list; a test holds it equal to the table that the migrations make.
 */
export const StoredRow = z.object({
  id: z.string(),
  source_id: z.number(),
  organization_id: z.number(),
  source_type: z.string(),
  event_name: z.string(),
  timestamp: z.string(),
  result: Result,
  severity_text: Severity,
  trace_id: z.string(),
  ...DerivedColumns,
  details: z.string(),
  search_text: z.string(),
  detail_terms: z.array(z.string()),
  /** Has 64 bits: read as a number of JavaScript it is rounded. */
  identity_hash: z.number(),
  kafka_partition: z.number(),
  kafka_offset: z.number(),
  log_epoch: z.number(),
  published_at: z.string(),
  stored_at: z.string(),
  insert_number: z.number(),
  insert_month: z.number(),
});
export type StoredRow = z.infer<typeof StoredRow>;

export type Column = keyof StoredRow;
export const COLUMNS = StoredRow.keyof().options;

/** The columns of a row of this shape, for a SELECT. */
export const columnsOf = (row: z.ZodObject): string => Object.keys(row.shape).join(', ');
