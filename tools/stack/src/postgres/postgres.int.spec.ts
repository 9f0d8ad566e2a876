import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@portico/testkit';
import pg from 'pg';
import { isRunning, identityOf } from '../process/identity.ts';
import { makePrivate } from '../process/private-folder.ts';
import { startPostgres, type RunningPostgres } from './index.ts';

jest.setTimeout(60_000);

const folders: string[] = [];
const newFolder = (mode?: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-postgres-'));
  folders.push(folder);
  writeFileSync(join(folder, 'keep'), '', { mode: mode ?? 0o600 });
  return folder;
};
const query = async <Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: `${url}/postgres` });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
};
const started: RunningPostgres[] = [];
const start = async (dataDir: string, port = 0) => {
  const postgres = await startPostgres({ dataDir, port });
  started.push(postgres);
  return postgres;
};

afterAll(async () => {
  await Promise.all(started.map((postgres) => postgres.stop()));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe('embedded PostgreSQL', () => {
  const dataDir = newFolder();

  it('listens on loopback, requires the password, and sorts names by locale', async () => {
    const { url } = await start(dataDir);
    const [row] = await query<{ version: string; listens: string }>(
      url,
      "SELECT current_setting('server_version') AS version, current_setting('listen_addresses') AS listens",
    );
    expect(row?.version).toMatch(/^18\./);
    expect(row?.listens).toBe('127.0.0.1');
    const names = await query<{ name: string }>(
      url,
      "SELECT name FROM (VALUES ('Zoë'), ('adam'), ('Élan'), ('Bob')) AS names (name) ORDER BY name",
    );
    expect(names.map(({ name }) => name)).toEqual(['adam', 'Bob', 'Élan', 'Zoë']);
    await expect(query(url.replace(/:[^:@/]+@/, ':wrong@'), 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('keeps its data folder unreadable for other users', async () => {
    const folder = newFolder();
    const before = process.umask();
    makePrivate(folder);
    try {
      const { url } = await start(folder);
      expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    } finally {
      process.umask(before);
    }
    expect(statSync(folder).mode & 0o066).toBe(0);
    expect(statSync(join(folder, 'postgres')).mode & 0o077).toBe(0);
  });

  it('leaves no process behind when it is killed after the grace period', async () => {
    const folder = newFolder();
    const postgres = await start(folder);
    // Writes many rows, so that PostgreSQL's checkpointer is still busy after the grace period.
    const busy = query(postgres.url, 'CREATE TABLE kept AS SELECT generate_series(1, 10000000)').catch(() => undefined);
    const ids = await eventually(async () => {
      const found = await query<{ pid: number; does: string }>(
        postgres.url,
        'SELECT pid, query AS does FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
      );
      return found.some(({ does }) => does.startsWith('CREATE TABLE')) && found.map(({ pid }) => pid);
    });
    const processes = ids.map(identityOf);
    expect(processes.length).toBeGreaterThan(3);
    expect(processes.every(isRunning)).toBe(true);
    await postgres.stop(0);
    expect(processes.filter(isRunning)).toEqual([]);
    await busy;
    rmSync(folder, { recursive: true });
  });

  it('has every committed row after kill -9', async () => {
    const [postgres] = started;
    if (!postgres) throw new Error('not started');
    await query(postgres.url, 'CREATE TABLE kept (id int)');
    await query(postgres.url, 'INSERT INTO kept SELECT generate_series(1, 1000)');
    process.kill(postgres.pid, 'SIGKILL');
    await postgres.exited;
    const again = await start(dataDir, postgres.port);
    expect(again.url).toBe(postgres.url);
    expect(await query(again.url, 'SELECT count(*)::int AS count FROM kept')).toEqual([{ count: 1_000 }]);
  });

  it('stops a server of an earlier run that still uses its data directory', async () => {
    const left = started.at(-1);
    if (!left) throw new Error('not started');
    const identity = identityOf(left.pid);
    const again = await start(dataDir);
    expect(isRunning(identity)).toBe(false);
    expect(await query(again.url, 'SELECT count(*)::int AS count FROM kept')).toEqual([{ count: 1_000 }]);
  });

  it('ignores a postmaster.pid whose process id was reused', async () => {
    const last = started.at(-1);
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    const content = readFileSync(file, 'utf8');
    await last?.stop();
    writeFileSync(file, content.replace(/^\d+/, String(process.pid)));
    const again = await start(dataDir);
    expect(await query(again.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await again.stop();
  });

  it('starts although a server of an earlier run does not stop and is killed during a query', async () => {
    const folder = newFolder();
    const left = await start(folder);
    // A query that computes without writing, so its backend process notices late that the server is gone.
    const busy = 'SELECT count(*) FROM (SELECT generate_series(1, 10000000000)) AS numbers';
    const answered = query(left.url, busy).catch(() => undefined);
    await eventually(async () => {
      const [row] = await query<{ count: number }>(
        left.url,
        `SELECT count(*)::int AS count FROM pg_stat_activity WHERE query = '${busy}'`,
      );
      return row?.count === 1;
    });
    process.kill(left.pid, 'SIGSTOP');
    const again = await start(folder);
    expect(await query(again.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await answered).toBeUndefined();
    await again.stop();
  });

  it('keeps its password unreadable for other users', () => {
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o077).toBe(0);
  });
});

it("embedded PostgreSQL reports PostgreSQL's own message when the server cannot start", async () => {
  const dataDir = newFolder();
  const postgres = await start(dataDir);
  await postgres.stop();
  writeFileSync(join(dataDir, 'postgres', 'postgresql.conf'), 'max_connections = many\n');
  await expect(start(dataDir)).rejects.toThrow(/PostgreSQL did not start\..*postgresql\.conf/s);
});
