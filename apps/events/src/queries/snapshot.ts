import { z } from 'zod';
import type { ClickHouse, Statement } from '../clickhouse/clickhouse.ts';
import { type StoredPosition, storedPositionsStatement } from './stored-positions.query.ts';

/** What a statement answered, and how far each Kafka partition was stored at that very moment. */
export type Snapshot<Row> = { rows: Row[]; stored: StoredPosition[] };

const Either = z.looseObject({
  kafka_partition: z.number().nullable(),
  log_epoch: z.number().nullable(),
  kafka_offset: z.number().nullable(),
});

/**
 * One statement reads both, because nothing else is one moment: what is stored between two statements would be counted by
 * the one and lie after the cursor of the other. Rows come in any order.
 * @throws Problem `unavailable` while ClickHouse cannot answer.
 */
export async function snapshot<Schema extends z.ZodObject>(
  clickhouse: ClickHouse,
  schema: Schema,
  { sql, params, settings }: Statement,
): Promise<Snapshot<z.output<Schema>>> {
  const columns = Object.keys(schema.shape);
  const statement = {
    sql: `
      SELECT ${columns.join(', ')}, NULL AS kafka_partition, NULL AS log_epoch, NULL AS kafka_offset FROM (${sql})
      UNION ALL
      SELECT ${columns.map((column) => `NULL AS ${column}`).join(', ')}, kafka_partition, position.1, position.2
      FROM (${storedPositionsStatement.sql})`,
    params,
    settings: { ...settings, enable_shared_storage_snapshot_in_query: 1 },
  };
  const found: Snapshot<z.output<Schema>> = { rows: [], stored: [] };
  for (const row of await clickhouse.rowsNow(Either, statement)) {
    const { kafka_partition, log_epoch, kafka_offset, ...answered } = row;
    if (kafka_partition === null) found.rows.push(schema.parse(answered));
    else found.stored.push({ partition: kafka_partition, epoch: log_epoch ?? 0, offset: kafka_offset ?? 0 });
  }
  return found;
}
