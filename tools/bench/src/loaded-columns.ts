/** What a loaded row is given, in this order; the table makes the rest. */
export const LOADED_COLUMNS = `id, source_id, organization_id, source_type, event_name, timestamp, result, severity_text, trace_id,
  details, search_text, kafka_partition, kafka_offset, log_epoch, published_at, stored_at, insert_number, insert_month`;
