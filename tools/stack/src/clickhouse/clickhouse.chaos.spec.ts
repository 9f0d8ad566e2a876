import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RunningClickHouse, startClickHouse } from './index.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'portico-clickhouse-kill-'));
let clickhouse: RunningClickHouse;
let client: ClickHouseClient;

const options = () => ({
  url: clickhouse.url,
  log: { level: ClickHouseLogLevel.OFF },
});
const rowsOf = async <Row>(query: string, query_params: Record<string, unknown> = {}): Promise<Row[]> =>
  (await client.query({ query, query_params, format: 'JSONEachRow' })).json<Row>();
beforeAll(async () => {
  clickhouse = await startClickHouse({ dataDir });
  client = createClient(options());
  await client.command({ query: 'CREATE TABLE events (id UInt64, message String) ENGINE = MergeTree ORDER BY id' });
}, 600_000);

afterAll(async () => {
  await client.close();
  await clickhouse.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('startClickHouse', () => {
  it('serves every acknowledged row at the same address after kill -9', async () => {
    const { port, url } = clickhouse;
    let acknowledged = 0;
    let killed = false;
    const writing = (async () => {
      while (!killed) {
        const rows = Array.from({ length: 100 }, (_, index) => ({
          id: 100_000 + acknowledged + index,
          message: 'kept',
        }));
        await client.insert({ table: 'events', values: rows, format: 'JSONEachRow' });
        acknowledged += rows.length;
        if (acknowledged === 1_000) {
          killed = true;
          process.kill(clickhouse.pid, 'SIGKILL');
        }
      }
    })();
    await writing;
    await clickhouse.exited;
    clickhouse = await startClickHouse({ dataDir, port });
    expect(clickhouse.url).toBe(url);
    const [row] = await rowsOf<{ count: number }>('SELECT toUInt32(count()) AS count FROM events WHERE id >= 100000');
    expect(row?.count).toBe(acknowledged);
  });

  it('stops the server of an earlier run before it starts a new server', async () => {
    const left = clickhouse;
    clickhouse = await startClickHouse({ dataDir });
    expect(await left.exited).toBeDefined();
    await client.close();
    client = createClient(options());
    expect(await client.ping()).toEqual({ success: true });
  });
});
