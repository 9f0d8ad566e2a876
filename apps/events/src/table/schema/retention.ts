import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import { onCluster, SINGLE } from './deployment.ts';

const Table = z.object({ engine: z.string() });
const integrationEvents = {
  sql: "SELECT engine_full AS engine FROM system.tables WHERE database = currentDatabase() AND name = 'integration_events'",
};

export const ruleOf = (days: number): string => `TTL toDateTime(stored_at) + toIntervalDay(${days})`;

/**
 * Lets events go so many days after they were stored, a part at a time: an event is kept for at least as long, and for a
 * month longer at most. Changes nothing when that is the rule already.
 */
export async function keepFor(clickhouse: ClickHouse, days: number, deployment = SINGLE): Promise<void> {
  const rule = ruleOf(days);
  const [table] = await clickhouse.rows(Table, integrationEvents);
  if (!table?.engine.includes(rule))
    await clickhouse.run(`ALTER TABLE integration_events${onCluster(deployment)} MODIFY ${rule}`);
}
