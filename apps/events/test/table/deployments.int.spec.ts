import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { engines } from '@portico/testkit';
import { z } from 'zod';
import { ClickHouse, type Statement } from '../../src/table/clickhouse/clickhouse.ts';
import { type Deployment, writeSettings } from '../../src/table/schema/deployment.ts';
import { migrate } from '../../src/table/schema/migrate.ts';
import { keepFor } from '../../src/table/schema/retention.ts';
import { appliedSteps, integrationEvents, rejectedEvents } from '../../src/table/schema/tables.ts';
import { proxyClickHouse } from '../support/clickhouse-proxy.ts';
import { makeEarlierTables } from '../support/earlier-tables.ts';

const DEPLOYMENTS: Deployment[] = [
  { kind: 'single', cluster: '{cluster}' },
  { kind: 'replicated', cluster: '{cluster}' },
  { kind: 'replicated', cluster: 'north-1' },
  { kind: 'cloud', cluster: '{cluster}' },
];
/** Statements that ClickHouse itself replicates, so that they run without ON CLUSTER. */
const REPLICATED_BY_ITSELF = /^\s*(ALTER TABLE rejected_events ATTACH|INSERT)/;

/** A ClickHouse client that records statements, and runs their single-node equivalent, because the server has no Keeper. */
class OneNode extends ClickHouse {
  readonly asked: string[] = [];

  override async createDatabase(onCluster = ''): Promise<void> {
    this.asked.push(`CREATE DATABASE IF NOT EXISTS events${onCluster}`);
    return super.createDatabase();
  }
  override async run(sql: string): Promise<void> {
    this.asked.push(sql);
    return super.run(sql.replaceAll(/ ON CLUSTER '[^']+'/g, '').replaceAll(/\bReplicated(?=\w*MergeTree)/g, ''));
  }
  override rows<Schema extends z.ZodType>(schema: Schema, { sql, ...rest }: Statement): Promise<z.output<Schema>[]> {
    return super.rows(schema, { ...rest, sql: sql.replace(/clusterAllReplicas\('[^']+', (\S+)\)/, '$1') });
  }
}

describe.each(DEPLOYMENTS)('the tables of deployment $kind on cluster $cluster', (deployment) => {
  const isReplicated = deployment.kind === 'replicated';
  const tables = [integrationEvents, rejectedEvents, appliedSteps].map((table) => table(deployment));
  let clickhouse: OneNode;

  beforeAll(() => {
    Logger.overrideLogger(false);
    const url = new URL(engines().CLICKHOUSE_URL);
    url.pathname = `/deployed_${randomUUID().slice(0, 8)}`;
    clickhouse = new OneNode(url.href);
  });
  afterAll(() => clickhouse?.close());

  const parse = async (sql: string): Promise<string> => {
    const quoted = `'${sql.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
    const [formatted] = await clickhouse.rows(z.object({ text: z.string() }), {
      sql: `SELECT formatQuery(${quoted}) AS text`,
    });
    return formatted?.text ?? '';
  };

  it('have the engine and the deduplication setting of the deployment', async () => {
    await clickhouse.createDatabase();
    const [events = '', rejected = '', steps = ''] = await Promise.all(tables.map(parse));
    const prefix = isReplicated ? 'Replicated' : '';
    expect(events).toMatch(new RegExp(`^ENGINE = ${prefix}MergeTree$`, 'm'));
    expect(rejected).toMatch(new RegExp(`^ENGINE = ${prefix}ReplacingMergeTree$`, 'm'));
    expect(steps).toMatch(new RegExp(`^ENGINE = ${prefix}MergeTree$`, 'm'));
    const windows = [...events.matchAll(/\b(\w+)_deduplication_window = (\d+)/g)].map(([, which, size]) => [
      which,
      size,
    ]);
    const expected = { single: [['non_replicated', '1000']], replicated: [['replicated', '1000']], cloud: [] };
    expect(windows).toEqual(expected[deployment.kind]);
  });

  it('are created and upgraded on every node of the cluster by valid statements', async () => {
    await makeEarlierTables(clickhouse);
    await clickhouse.run(`INSERT INTO integration_events (id, stored_at) VALUES ('a', '2026-10-01 00:00:00.000')`);
    clickhouse.asked.length = 0;
    await migrate(clickhouse, deployment);
    await keepFor(clickhouse, 30, deployment);
    const statements = clickhouse.asked.join('\n');
    for (const part of [
      'CREATE DATABASE',
      'RENAME TABLE',
      'INSERT INTO integration_events',
      'DROP TABLE',
      'MODIFY TTL',
    ])
      expect(statements).toContain(part);
    for (const sql of clickhouse.asked) {
      const isOnCluster = (await parse(sql)).replaceAll('`', "'").includes(`ON CLUSTER '${deployment.cluster}'`);
      expect({ sql, isOnCluster }).toEqual({ sql, isOnCluster: isReplicated && !REPLICATED_BY_ITSELF.test(sql) });
    }
  });
});

describe('a write', () => {
  let stop = (): void => undefined;
  afterEach(() => stop());

  it.each(['single', 'replicated', 'cloud'] as const)(
    'waits for a quorum only if the deployment is replicated: %s',
    async (kind) => {
      const seen: (string | null)[][] = [];
      const proxy = await proxyClickHouse(({ sql, settings, pass }) => {
        if (/^\s*INSERT/.test(sql)) seen.push([settings.get('insert_quorum'), settings.get('insert_quorum_parallel')]);
        pass();
      });
      stop = proxy.stop;
      const url = new URL(proxy.url);
      url.pathname = `/written_${randomUUID().slice(0, 8)}`;
      const clickhouse = new ClickHouse(url.href, 2, writeSettings({ kind, cluster: '' }));
      await migrate(clickhouse);
      await clickhouse.insert('migrations', [{ id: 99, name: 'rows' }]);
      const row = async function* () {
        yield Buffer.from('[100,"text"]\n');
      };
      await clickhouse.insertBytes('INSERT INTO migrations (id, name) FORMAT JSONCompactEachRow', row());
      await clickhouse.run("INSERT INTO migrations (id, name) SELECT 101, 'select'");
      await clickhouse.close();
      const settings = kind === 'replicated' ? ['auto', '0'] : [null, null];
      expect(seen).toEqual([settings, settings, settings, settings]);
    },
  );
});
