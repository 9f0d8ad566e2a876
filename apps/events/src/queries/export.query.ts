import { z } from 'zod';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import type { Condition } from '../table/filter/sql.ts';
import { ListedEvent } from '../table/read-rows.ts';
import { columnsOf } from '../table/schema/columns.ts';
import { columnToIso, toMomentSql } from '../table/schema/moments.ts';

export const OrganizationCount = z.object({ organization_id: z.number(), count: z.number() });

/** Counts the rows of the exported file by organization. @param limit - maximum rows of the file. */
export const exportCountStatement = ({ where, params }: Condition, limit: number): Statement => ({
  sql: `SELECT organization_id, count() AS count
    FROM (SELECT organization_id FROM integration_events WHERE ${where} LIMIT ${limit}) GROUP BY organization_id`,
  params,
});

/**
 * Selects the page after the row `last`, newest rows first. Compares sort keys instead of skipping rows, so that every page costs the same.
 */
export function exportPageStatement({ where, params }: Condition, last: ListedEvent | null, limit: number): Statement {
  const moment = last && toMomentSql(columnToIso(last.timestamp));
  const after = last
    ? `AND timestamp <= ${moment} AND (timestamp, kafka_partition, log_epoch, kafka_offset)
         < (${moment}, ${last.kafka_partition}, ${last.log_epoch}, ${last.kafka_offset})`
    : '';
  const sql = `
    SELECT ${columnsOf(ListedEvent)} FROM integration_events WHERE ${where} ${after}
    ORDER BY timestamp DESC, kafka_partition DESC, log_epoch DESC, kafka_offset DESC LIMIT ${limit}`;
  return { sql, params };
}
