import { isSenderProven, placeOf } from '@portico/contracts/events/position';
import type { EventRow } from '@portico/contracts/http/events';
import type { z } from 'zod';
import type { Directory } from '../directory/directory.ts';
import { rowText } from '../text/row-text.ts';
import { StoredRow } from './schema/columns.ts';
import { columnToIso } from './schema/moments.ts';

/** A row of a list. */
export const ListedEvent = StoredRow.omit({
  search_text: true,
  detail_terms: true,
  identity_hash: true,
  insert_number: true,
  insert_month: true,
});
export type ListedEvent = z.infer<typeof ListedEvent>;

/** The row as callers see it, but for its details, with the names of now. */
export function toEventRow(listed: ListedEvent, directory: Directory): Omit<EventRow, 'details'> {
  const { kafka_partition, log_epoch, kafka_offset, details: _, timestamp, published_at, stored_at, ...row } = listed;
  return {
    ...row,
    integration: directory.integrationName(row.source_id),
    organization: directory.organizationName(row.organization_id),
    timestamp: columnToIso(timestamp),
    position: { partition: kafka_partition, offset: placeOf(log_epoch, kafka_offset) },
    sender_proven: isSenderProven({ partition: kafka_partition }),
    published_at: columnToIso(published_at),
    stored_at: columnToIso(stored_at),
  };
}

/** An `EventRow` as JSON. */
export const toRowText = (listed: ListedEvent, directory: Directory): string =>
  rowText(toEventRow(listed, directory), listed.details);
