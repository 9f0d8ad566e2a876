import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  engines,
  type OwnEngines,
  runServiceCommand,
  serviceEnvironment,
  STARTING,
  startOwnEngines,
  startServiceProcess,
  startTestTokens,
  type TestTokens,
} from '@portico/testkit';
import { Client } from 'pg';

const NOT_AT_START = { MIGRATE_AT_START: 'false' };
let [own, tokens]: [OwnEngines, TestTokens] = [undefined as never, undefined as never];
let environment: Record<string, string> = {};

beforeAll(async () => {
  [own, tokens] = await Promise.all([startOwnEngines(), startTestTokens()]);
  const clickhouse = new URL(engines().CLICKHOUSE_URL);
  clickhouse.pathname = `/migrated_${randomUUID().slice(0, 8)}`;
  environment = { ...serviceEnvironment(own, tokens), CLICKHOUSE_URL: clickhouse.href };
}, STARTING);
afterAll(async () => {
  await tokens?.stop();
  await own?.stop();
});

describe('the command migrate of a service with a database', () => {
  const run = (...args: string[]) => runServiceCommand('orgs', args, environment);

  it(
    'reports pending migrations, runs them, and then lets a service start that has automatic migrations disabled',
    async () => {
      expect(await run('migrate', '--check')).toEqual({ code: 1, said: 'orgs: pending: the database itself\n' });
      const refused = await runServiceCommand('orgs', [], { ...environment, ...NOT_AT_START });
      expect(refused).toEqual({
        code: 1,
        said: expect.stringContaining('migrations of the database orgs are pending'),
      });
      expect(await run('migrate', '--check')).toMatchObject({ code: 1 });
      expect(await run('migrate')).toEqual({ code: 0, said: expect.stringMatching(/^orgs: done: \S+, .+\n$/) });
      expect(await run('migrate')).toEqual({ code: 0, said: 'orgs: up to date\n' });
      expect(await run('migrate', '--check')).toEqual({ code: 0, said: 'orgs: up to date\n' });
      const service = await startServiceProcess('orgs', { ...environment, ...NOT_AT_START });
      expect(await service.stop()).toBe(0);
    },
    STARTING,
  );

  it(
    'names the pending migration',
    async () => {
      await run('migrate');
      const client = new Client({ connectionString: `${own.environment.POSTGRES_URL}/orgs` });
      await client.connect();
      const { rows } = await client.query('select name from mikro_orm_migrations order by id desc limit 1');
      await client.query('delete from mikro_orm_migrations where name = $1', [rows[0].name]);
      expect(await run('migrate', '--check')).toEqual({ code: 1, said: `orgs: pending: ${rows[0].name}\n` });
      await client.query('insert into mikro_orm_migrations (name) values ($1)', [rows[0].name]);
      await client.end();
    },
    STARTING,
  );

  it(
    'bypasses a pooler with the URL from a secret file',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'portico-secret-'));
      const file = join(folder, 'url');
      await writeFile(file, `${own.environment.POSTGRES_URL}\n`);
      const pooler = { ...environment, POSTGRES_URL: 'postgres://nobody@127.0.0.1:9', POSTGRES_DIRECT_URL_FILE: file };
      expect(await runServiceCommand('identity', ['migrate'], pooler)).toMatchObject({ code: 0 });
      expect(await runServiceCommand('identity', ['migrate', '--check'], pooler)).toMatchObject({ code: 0 });
      await rm(folder, { recursive: true });
    },
    STARTING,
  );

  it(
    'exits with code 2 when the database is unavailable',
    async () => {
      const away = { ...environment, POSTGRES_URL: 'postgres://nobody@127.0.0.1:9' };
      expect(await runServiceCommand('orgs', ['migrate', '--check'], away)).toEqual({
        code: 2,
        said: expect.stringContaining('ECONNREFUSED'),
      });
    },
    STARTING,
  );
});

describe('the command migrate of events, which uses ClickHouse and PostgreSQL', () => {
  const run = (args: string[], more = {}) => runServiceCommand('events', args, { ...environment, ...more });

  it(
    'reports pending migrations, runs them, and reports a changed retention as pending',
    async () => {
      expect(await run(['migrate', '--check'])).toEqual({
        code: 1,
        said: 'events: pending: all of them, the database itself\n',
      });
      const refused = await run([], NOT_AT_START);
      expect(refused).toEqual({ code: 1, said: expect.stringContaining('migrations of ClickHouse are pending') });
      expect(await run(['migrate'])).toEqual({ code: 0, said: 'events: done: all of them, the database itself\n' });
      expect(await run(['migrate', '--check'])).toEqual({ code: 0, said: 'events: up to date\n' });
      expect(await run(['migrate', '--check'], { EVENTS_RETENTION_DAYS: '30' })).toEqual({
        code: 1,
        said: 'events: pending: integration_events kept for 30 days\n',
      });
    },
    STARTING,
  );
});
