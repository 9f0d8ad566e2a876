import { Result, Severity } from '@portico/contracts/events/integration-event';
import { DERIVED_FIELDS, forFields } from '@portico/contracts/query/fields';
import { z } from 'zod';

/** The columns of the derived fields. */
export const DerivedColumns = forFields(DERIVED_FIELDS, () => z.string());

/**
 * The inserted columns of table integration_events, in the table's order and ClickHouse's output format: `details` is JSON text,
 * times are `YYYY-MM-DD hh:mm:ss.sss` in UTC. Writer, INSERT, reader and export are derived from this list; a test compares it with
 * the migrated table.
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
  /** A 64-bit number, which JavaScript rounds. */
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

/** The columns of a row schema, for a SELECT. */
export const columnsOf = (row: z.ZodObject): string => Object.keys(row.shape).join(', ');
