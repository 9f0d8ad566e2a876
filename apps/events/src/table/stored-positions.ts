import { formatCursor, type Positions } from '@portico/contracts/events/position';
import { z } from 'zod';
import type { ClickHouse, Statement } from './clickhouse/clickhouse.ts';

/** The last stored position of one Kafka partition. `epoch` grows when the topic was recreated. */
export const StoredPosition = z
  .object({ kafka_partition: z.number(), position: z.tuple([z.number(), z.number()]) })
  .transform(({ kafka_partition, position: [epoch, offset] }) => ({ partition: kafka_partition, epoch, offset }));
export type StoredPosition = z.infer<typeof StoredPosition>;

/** Answered from projection `positions`: one small row a part, whatever the number of events. */
export const storedPositionsStatement: Statement = {
  sql: `
    SELECT kafka_partition, max((log_epoch, kafka_offset)) AS position
    FROM integration_events GROUP BY kafka_partition`,
};

/** Condition of what was stored when these were the last positions: later rows are left out. */
export function storedUpTo(stored: readonly StoredPosition[]): string {
  const upTo = stored.map(
    ({ partition, epoch, offset }) =>
      `kafka_partition = ${partition} AND (log_epoch, kafka_offset) <= (${epoch}, ${offset})`,
  );
  return `(${upTo.join(' OR ') || 'false'})`;
}

/** Of everything that is stored. */
export const cursorOf = (stored: readonly StoredPosition[]): string =>
  formatCursor(new Map(stored.map(({ partition, offset }) => [partition, offset])));

/** Last stored offset by partition: everything up to it that was accepted is stored. */
export async function storedOffsets(clickhouse: ClickHouse): Promise<Positions> {
  const positions = await clickhouse.rows(StoredPosition, storedPositionsStatement);
  return new Map(positions.map(({ partition, offset }) => [partition, offset]));
}
