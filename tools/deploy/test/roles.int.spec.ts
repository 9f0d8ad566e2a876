import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
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

const SERVICES = ['identity', 'orgs', 'integrations', 'billing', 'alerts', 'events'];
const script = readFileSync(fileURLToPath(new URL('../postgres/roles.sql', import.meta.url)), 'utf8');
const PASSWORD = 'a password of the tests';

let [own, tokens]: [OwnEngines, TestTokens] = [undefined as never, undefined as never];
let environment: Record<string, string> = {};

/** Returns the server's URL for a role, by default for the administrator. */
const urlOf = (role?: string): string => {
  const url = new URL(own.environment.POSTGRES_URL);
  if (role !== undefined) Object.assign(url, { username: role, password: encodeURIComponent(PASSWORD) });
  return url.href.replace(/\/$/, '');
};
const query = async (database: string, statements: string | readonly string[], role?: string): Promise<unknown[]> => {
  const client = new Client({ connectionString: `${urlOf(role)}/${database}` });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of [statements].flat()) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
};
const makeRole = async (service: string): Promise<void> => {
  const text = script
    .replaceAll(/^--.*\n/gm, '')
    .replaceAll('{service}', service)
    .replaceAll('{password}', PASSWORD);
  const [onServer = '', inDatabase = ''] = text.split(`\\connect ${service}\n`);
  const statementsIn = (part: string): string[] => part.split(';').filter((one) => one.trim() !== '');
  await query('postgres', statementsIn(onServer));
  await query(service, statementsIn(inDatabase));
};

beforeAll(async () => {
  [own, tokens] = await Promise.all([startOwnEngines(), startTestTokens()]);
  const clickhouse = new URL(engines().CLICKHOUSE_URL);
  clickhouse.pathname = `/roles_${randomUUID().slice(0, 8)}`;
  environment = { ...serviceEnvironment(own, tokens), CLICKHOUSE_URL: clickhouse.href };
  await query('postgres', `create role portico_migrations login password '${PASSWORD}'`);
  for (const service of SERVICES) await makeRole(service);
}, STARTING);
afterAll(async () => {
  await tokens?.stop();
  await own?.stop();
});

describe('database roles', () => {
  it(
    'let the migration role create every schema, and let each service run with its own role',
    async () => {
      for (const service of SERVICES) {
        const migration = { ...environment, POSTGRES_URL: urlOf('portico_migrations') };
        expect({ service, ...(await runServiceCommand(service, ['migrate'], migration)) }).toMatchObject({ code: 0 });
      }
      for (const service of ['orgs', 'integrations', 'alerts', 'events']) {
        const running = { ...environment, POSTGRES_URL: urlOf(`portico_${service}`), MIGRATE_AT_START: 'false' };
        expect(await (await startServiceProcess(service, running)).stop()).toBe(0);
      }
      // The relay of the service took the lease with the service's own role.
      expect(await query('orgs', 'select id from relay_lease', 'portico_orgs')).toEqual([{ id: 1 }]);
    },
    2 * STARTING,
  );

  it.each(SERVICES)("let a service's role read and write rows, but not change the schema: %s", async (service) => {
    const role = `portico_${service}`;
    const tables = await query(service, "select tablename from pg_tables where schemaname = 'public'");
    expect(tables.length).toBeGreaterThan(1);
    const mayWrite = `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert') and has_table_privilege(oid, 'update')
      and has_table_privilege(oid, 'delete') and not has_table_privilege(oid, 'truncate')`;
    expect(await query(service, mayWrite, role)).toHaveLength(tables.length);
    for (const statement of [
      'create table stolen (id int)',
      'create temporary table stolen (id int)',
      'create schema stolen',
      'drop table mikro_orm_migrations',
      'alter table mikro_orm_migrations add column stolen int',
      'create database stolen',
      'create role stolen',
      `set role portico_migrations`,
    ])
      await expect(query(service, statement, role)).rejects.toMatchObject({ code: '42501' });
  });

  it.each(SERVICES)("do not let a service's role connect to another service's database: %s", async (service) => {
    for (const other of SERVICES.filter((name) => name !== service))
      await expect(query(other, 'select 1', `portico_${service}`)).rejects.toMatchObject({ code: '42501' });
  });
});
