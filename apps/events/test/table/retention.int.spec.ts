import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { engines, eventually } from '@portico/testkit';
import { z } from 'zod';
import { integrationEvent } from '@portico/testkit/integration-event';
import { storeEvents } from '../../src/table/write-rows.ts';
import { storedIdentities } from '../../src/table/stored-events.ts';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { migrate } from '../../src/table/schema/migrate.ts';
import { keepFor } from '../../src/table/schema/retention.ts';
import { acceptedEvent } from '../support/accepted-event.ts';

const DAY = 24 * 60 * 60 * 1_000;
let clickhouse: ClickHouse;

beforeAll(async () => {
  const url = new URL(engines().CLICKHOUSE_URL);
  url.pathname = `/retention_${randomUUID().slice(0, 8)}`;
  clickhouse = new ClickHouse(url.href);
  await migrate(clickhouse);
}, 30_000);
afterAll(() => clickhouse?.close());

const engine = async (): Promise<string> => {
  const sql =
    "SELECT engine_full AS engine FROM system.tables WHERE database = currentDatabase() AND name = 'integration_events'";
  return (await clickhouse.rows(z.object({ engine: z.string() }), { sql }))[0]?.engine ?? '';
};
const store = (id: string, age: number): Promise<void> => {
  const row = acceptedEvent(integrationEvent({ id }), { partition: 0, offset: age }, { publishedAt: 0 });
  const now = Date.now() - age * DAY;
  const insert = { after: { number: age, storedAt: now }, token: id, now };
  return storeEvents(clickhouse, [row], insert);
};

it('the retention deletes events stored too long ago and keeps newer events', async () => {
  await keepFor(clickhouse, 400);
  await keepFor(clickhouse, 30);
  const before = await engine();
  expect(before).toContain('toIntervalDay(30)');
  await keepFor(clickhouse, 30);
  expect(await engine()).toBe(before);
  await store('old', 31);
  await store('kept', 29);
  await eventually(async () => {
    await clickhouse.run('OPTIMIZE TABLE integration_events FINAL');
    const { source_id } = integrationEvent();
    const stored = await storedIdentities(clickhouse, [
      { source_id, id: 'old' },
      { source_id, id: 'kept' },
    ]);
    return stored.size === 1 && stored.has(`${source_id}:kept`);
  });
  const sql = 'SELECT count() AS count FROM integration_events';
  expect(await clickhouse.rows(z.object({ count: z.number() }), { sql })).toEqual([{ count: 1 }]);
}, 60_000);
