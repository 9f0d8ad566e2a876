import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import { auditTable } from './audit.ts';
import { onCluster, SINGLE } from './deployment.ts';
import { addDetailTerms } from './detail-terms.ts';
import { appliedSteps, erasedPlaces, integrationEvents, rejectedEvents } from './tables.ts';
import { NEWEST, ofDoors, UPGRADES } from './upgrades.ts';

/**
 * Migrates the schema. Several processes of this version may run it, because steps are idempotent. A step is recorded after it is done,
 * so an interrupted step is repeated.
 */
export async function migrate(clickhouse: ClickHouse, deployment = SINGLE): Promise<void> {
  await clickhouse.createDatabase(onCluster(deployment));
  await clickhouse.run(appliedSteps(deployment));
  const note = (id: number, name: string): Promise<void> => clickhouse.insert('migrations', [{ id, name }]);
  const rows = await clickhouse.rowsForSure(z.object({ id: z.number() }), {
    sql: 'SELECT DISTINCT id FROM migrations',
  });
  const applied = new Set(rows.map(({ id }) => id));
  if (applied.size === 0) {
    await clickhouse.run(integrationEvents(deployment));
    await addDetailTerms(clickhouse, deployment);
    await clickhouse.run(rejectedEvents(deployment));
    for (const statement of ofDoors(deployment)) await clickhouse.run(statement);
    await clickhouse.run(auditTable(deployment));
    await clickhouse.run(erasedPlaces(deployment));
    return note(NEWEST, 'tables');
  }
  for (const { id, name, take } of UPGRADES) {
    if (id <= Math.max(...applied)) continue;
    await take(clickhouse, deployment);
    await note(id, name);
  }
}
