import { searchText } from '../queries/event-filter.ts';
import type { StorableEvent } from './arrival.ts';

/** Moments that a column of the table can hold; a publisher's clock may have said anything. */
const LAST_MOMENT = Date.UTC(2200, 0, 1);
const toColumn = (moment: number): string =>
  isoToColumn(new Date(Math.min(Math.max(moment, 0), LAST_MOMENT)).toISOString());

/** `YYYY-MM-DDThh:mm:ss.sssZ` as ClickHouse reads it fastest. */
const isoToColumn = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 23)}`;

/** A row of table integration_events as it is inserted. */
export type StoredRow = Record<string, string | number>;

/** `epochs`: the log's epoch by Kafka partition; `storedAt` in milliseconds. */
export function toStoredRows(
  events: readonly StorableEvent[],
  epochs: ReadonlyMap<number, number>,
  storedAt: number,
): StoredRow[] {
  const stored_at = toColumn(storedAt);
  let moment = Number.NaN;
  let published_at = '';
  const publishedAtColumn = (publishedAt: number): string => {
    if (publishedAt !== moment) published_at = toColumn((moment = publishedAt));
    return published_at;
  };
  return events.map(({ event, position, publishedAt }) => ({
    id: event.id,
    source_id: event.source_id,
    organization_id: event.organization_id,
    source_type: event.source_type,
    event_name: event.event_name,
    timestamp: isoToColumn(event.timestamp),
    result: event.result,
    severity_text: event.severity_text,
    trace_id: event.trace_id,
    details: JSON.stringify(event.details),
    search_text: searchText(event),
    kafka_partition: position.partition,
    kafka_offset: position.offset,
    log_epoch: epochs.get(position.partition) ?? 0,
    published_at: publishedAtColumn(publishedAt),
    stored_at,
  }));
}
