import { z } from 'zod';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import { bucketOf, DAY, HOUR } from '../table/schema/buckets.ts';

/** Bucket lengths of the counts in memory, in milliseconds. */
export const LENGTHS = { day: DAY, hour: HOUR };
export type Length = keyof typeof LENGTHS;

/** A part of the table at the time of a statement. Parts are immutable: merges and mutations create new names. */
export const TablePart = z.object({
  name: z.string().regex(/^[\w-]+$/),
  rows: z.number(),
  first: z.string(),
  last: z.string(),
});
export type TablePart = z.infer<typeof TablePart>;

/** The key distinguishes a part from a part with the same name in a restored table. */
export const keyOf = ({ name, rows, first, last }: TablePart): string => [name, rows, first, last].join();

/** Selects the table's parts. ClickHouse answers from its in-memory metadata of parts, without reading rows. */
export const tablePartsStatement: Statement = {
  sql: `
    SELECT _part AS name, count() AS rows, toString(min(timestamp)) AS first, toString(max(timestamp)) AS last
    FROM integration_events GROUP BY _part`,
};

/** A row of counts, with the columns in the order of the table's projections. */
export const CountRow = z.object({
  part: z.string(),
  bucket: z.number(),
  organization_id: z.number(),
  source_id: z.number(),
  source_type: z.string(),
  event_name: z.string(),
  severity_text: z.string(),
  result: z.string(),
  n: z.number(),
});
export type CountRow = z.infer<typeof CountRow>;

const PROJECTIONS: Record<Length, { name: string; event: string }> = {
  day: { name: 'by_day', event: 'event_name' },
  hour: { name: 'by_hour', event: "''" },
};
const projection = (name: string): string => `mergeTreeProjection(currentDatabase(), 'integration_events', '${name}')`;
const listed = (parts: readonly string[]): string => parts.map((part) => `'${part}'`).join(', ');

/** Selects the counts of these parts. Hourly counts have no event names. */
export const countRowsStatement = (length: Length, parts: readonly string[]): Statement => ({
  sql: `
    SELECT _part AS part, \`${bucketOf(LENGTHS[length])}\` AS bucket, organization_id, source_id, source_type,
      ${PROJECTIONS[length].event} AS event_name, severity_text, result, finalizeAggregation(\`count()\`) AS n
    FROM ${projection(PROJECTIONS[length].name)} WHERE _part IN (${listed(parts)})`,
});

export const PartPosition = z.object({
  part: z.string(),
  kafka_partition: z.number(),
  log_epoch: z.number(),
  kafka_offset: z.number(),
});

const LAST = 'finalizeAggregation(`max(tuple(log_epoch, kafka_offset, published_at))`)';
/** Selects the last place (epoch and offset) of each Kafka partition in each of these parts. */
export const partPositionsStatement = (parts: readonly string[]): Statement => ({
  sql: `
    SELECT _part AS part, kafka_partition, tupleElement(${LAST}, 1) AS log_epoch, tupleElement(${LAST}, 2) AS kafka_offset
    FROM ${projection('positions')} WHERE _part IN (${listed(parts)})`,
});

/** Checksum of a part's content, and its numbers of counts by day and by hour. */
export const PartContent = z.object({ name: z.string(), sum: z.string(), day: z.number(), hour: z.number() });
export type PartContent = z.infer<typeof PartContent>;

const OURS = "active AND database = currentDatabase() AND table = 'integration_events'";
export const partContentsStatement: Statement = {
  sql: `
    SELECT name, toString(uncompressed_hash_of_compressed_files) AS sum, day, hour
    FROM system.parts LEFT JOIN (
      SELECT parent_name, sumIf(rows, name = 'by_day') AS day, sumIf(rows, name = 'by_hour') AS hour
      FROM system.projection_parts WHERE ${OURS} GROUP BY parent_name
    ) AS projections ON name = parent_name
    WHERE ${OURS}`,
};
