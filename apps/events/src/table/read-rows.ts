import { Result, Severity } from '@portico/contracts/events/integration-event';
import type { EventRow } from '@portico/contracts/http/events';
import { z } from 'zod';
import type { Directory } from '../directory/directory.ts';
import { rowText } from './row-text.ts';

/** One row as it is read; `details` is JSON text, moments are `YYYY-MM-DD hh:mm:ss.sss` in UTC. */
export const ListedEvent = z.object({
  id: z.string(),
  source_id: z.number(),
  organization_id: z.number(),
  source_type: z.string(),
  event_name: z.string(),
  timestamp: z.string(),
  result: Result,
  severity_text: Severity,
  trace_id: z.string(),
  details: z.string(),
  kafka_partition: z.number(),
  kafka_offset: z.number(),
  published_at: z.string(),
  stored_at: z.string(),
});
export type ListedEvent = z.infer<typeof ListedEvent>;

export const LISTED_COLUMNS = Object.keys(ListedEvent.shape).join(', ');

/** ISO 8601 of a moment as ClickHouse writes it. */
export const toIso = (moment: string): string => `${moment.replace(' ', 'T')}Z`;

/** The row as callers see it, but for its details, with the names of now. */
export function toEventRow(listed: ListedEvent, directory: Directory): Omit<EventRow, 'details'> {
  const { kafka_partition, kafka_offset, details: _, timestamp, published_at, stored_at, ...row } = listed;
  return {
    ...row,
    integration: directory.integrationName(row.source_id),
    organization: directory.organizationName(row.organization_id),
    timestamp: toIso(timestamp),
    position: { partition: kafka_partition, offset: kafka_offset },
    published_at: toIso(published_at),
    stored_at: toIso(stored_at),
  };
}

/** An `EventRow` as JSON. */
export const toRowText = (listed: ListedEvent, directory: Directory): string =>
  rowText(toEventRow(listed, directory), listed.details);
