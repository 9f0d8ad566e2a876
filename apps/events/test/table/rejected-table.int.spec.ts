import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { engines } from '@portico/testkit';
import { z } from 'zod';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { migrate } from '../../src/table/schema/migrate.ts';
import { SINGLE } from '../../src/table/schema/deployment.ts';
import { UPGRADES } from '../../src/table/schema/upgrades.ts';
import { makeEarlierTables } from '../support/earlier-tables.ts';

let clickhouse: ClickHouse;

beforeAll(async () => {
  const url = new URL(engines().CLICKHOUSE_URL);
  url.pathname = `/rejected_${randomUUID().slice(0, 8)}`;
  clickhouse = new ClickHouse(url.href);
  await makeEarlierTables(clickhouse);
});
afterAll(() => clickhouse?.close());

const rowOf = (offset: number, moment = new Date()) => ({
  kafka_partition: 0,
  kafka_offset: offset,
  published_at: moment.toISOString().replace('T', ' ').slice(0, -1),
  code: 'not_json',
  value: Buffer.from(`value ${offset}`).toString('base64'),
});
const offsets = async (): Promise<number[]> => {
  const sql = 'SELECT kafka_offset AS offset FROM rejected_events FINAL ORDER BY offset';
  return (await clickhouse.rows(z.object({ offset: z.number() }), { sql })).map(({ offset }) => offset);
};

it('the migration moves the rows of refused_events to rejected_events exactly once, even if the migration runs several times', async () => {
  const lastMonth = new Date(Date.now() - 25 * 24 * 60 * 60 * 1_000);
  await clickhouse.insert('refused_events', [rowOf(1), rowOf(2), rowOf(3, lastMonth)]);
  // Simulates a process that was killed after the statements of the upgrade, before the upgrade was recorded.
  await UPGRADES[0]?.take(clickhouse, SINGLE);
  await Promise.all([migrate(clickhouse), migrate(clickhouse)]);
  await migrate(clickhouse);
  expect(await offsets()).toEqual([1, 2, 3]);
});

it('the table of rejected events contains the sender of new rows, and 0 for rows of an earlier version', async () => {
  await clickhouse.insert('rejected_events', [{ ...rowOf(6), sender_id: 7, sender_organization_id: 8 }]);
  const sql = `SELECT sender_id AS sender, sender_organization_id AS organization FROM rejected_events FINAL
    WHERE kafka_offset IN (1, 6) ORDER BY kafka_offset`;
  const senders = await clickhouse.rows(z.object({ sender: z.number(), organization: z.number() }), { sql });
  expect(senders).toEqual([
    { sender: 0, organization: 0 },
    { sender: 7, organization: 8 },
  ]);
  await clickhouse.run('ALTER TABLE rejected_events DELETE WHERE kafka_offset = 6 SETTINGS mutations_sync = 1');
});

it('the table of rejected events accepts new rows while the previous version still writes to the earlier table', async () => {
  await clickhouse.insert('rejected_events', [rowOf(4)]);
  await clickhouse.insert('refused_events', [rowOf(5)]);
  expect(await offsets()).toEqual([1, 2, 3, 4]);
});
