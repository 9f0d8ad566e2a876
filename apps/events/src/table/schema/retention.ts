import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import { onCluster, SINGLE } from './deployment.ts';

const Table = z.object({ engine: z.string() });
const integrationEvents = {
  sql: "SELECT engine_full AS engine FROM system.tables WHERE database = currentDatabase() AND name = 'integration_events'",
};

export const ruleOf = (days: number): string => `TTL toDateTime(stored_at) + toIntervalDay(${days})`;

/**
 * Sets the retention in days after storing. ClickHouse removes whole parts, so an event stays at least that long, and at most a month
 * longer. Does nothing if the retention is unchanged.
 */
export async function keepFor(clickhouse: ClickHouse, days: number, deployment = SINGLE): Promise<void> {
  const rule = ruleOf(days);
  const [table] = await clickhouse.rows(Table, integrationEvents);
  if (!table?.engine.includes(rule))
    await clickhouse.run(`ALTER TABLE integration_events${onCluster(deployment)} MODIFY ${rule}`);
}
