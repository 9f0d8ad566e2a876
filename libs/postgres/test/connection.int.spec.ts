import { randomUUID } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@portico/service';
import { engines, eventually, STARTING, startServiceProcess, startTestTokens } from '@portico/testkit';
import { Client } from 'pg';
import { connectionOptions, DatabaseConfig, directOptions, openDatabase } from '../src/index.ts';
import { hasOpenssl, startTlsPostgres, type TlsPostgres } from './tls-postgres.ts';

/** MikroORM requires at least one entity. */
const NoteSchema = defineEntity({ name: 'Note', properties: { id: p.integer().primary() } });
class Note extends NoteSchema.class {}
NoteSchema.setClass(Note);

const read = (environment: Record<string, string>): DatabaseConfig => {
  const parsed = parseConfig(DatabaseConfig, environment);
  if ('faults' in parsed) throw new Error(parsed.faults.join('\n'));
  return parsed.config;
};

describe('the PostgreSQL settings', () => {
  const { POSTGRES_URL } = engines();

  it('reject an unknown sslmode and list the known modes', () => {
    const refused = () => read({ POSTGRES_URL: `${POSTGRES_URL}?sslmode=prefer` });
    expect(refused).toThrow('sslmode has to be one of disable, require, verify-ca, verify-full, no-verify');
  });

  it('have a default port, and decode the user name and password', () => {
    const config = read({ POSTGRES_URL: 'postgres://us%40er:p%2Fass@db.example' });
    const expected = {
      host: 'db.example',
      port: 5_432,
      user: 'us@er',
      password: 'p/ass',
      database: 'orgs',
      ssl: false,
    };
    expect(connectionOptions(config, 'orgs')).toMatchObject(expected);
  });

  it('bypass the pooler for direct connections if POSTGRES_DIRECT_URL is set', () => {
    const POSTGRES_DIRECT_URL = 'postgres://owner@past.example:6000?sslmode=require';
    const pooled = read({ POSTGRES_URL: 'postgres://user@pooler.example', POSTGRES_DIRECT_URL });
    expect(connectionOptions(pooled, 'orgs')).toMatchObject({ host: 'pooler.example', user: 'user', ssl: false });
    const direct = { host: 'past.example', port: 6_000, user: 'owner', database: 'orgs' };
    expect(directOptions(pooled, 'orgs')).toMatchObject({ ...direct, ssl: { rejectUnauthorized: false } });
    const alone = read({ POSTGRES_URL: 'postgres://user@db.example' });
    expect(directOptions(alone, 'orgs')).toEqual(connectionOptions(alone, 'orgs'));
  });

  it('limit statements, lock waits and pool connections', async () => {
    const config = read({
      POSTGRES_URL,
      POSTGRES_POOL_SIZE: '2',
      POSTGRES_STATEMENT_TIMEOUT_SECONDS: '7',
      POSTGRES_LOCK_TIMEOUT_SECONDS: '3',
    });
    const name = `limits_${randomUUID().replaceAll('-', '')}`;
    const orm = await openDatabase({ name, config, entities: [Note], migrations: [] });
    const [limits] = await orm.em
      .fork()
      .execute(`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`);
    expect(limits).toEqual({ statement: '7s', lock: '3s' });
    const sessions = Array.from({ length: 5 }, () =>
      orm.em.fork().execute('select pg_backend_pid() as pid, pg_sleep(0.05)'),
    );
    const pids = (await Promise.all(sessions)).flat().map((row: unknown) => (row as { pid: number }).pid);
    expect(new Set(pids).size).toBeLessThanOrEqual(2);
    await orm.close(true);
  });
});

describe('a migration', () => {
  class SlowMigration extends Migration {
    override name = '0002-slow';

    override up(): void {
      this.addSql('select pg_sleep(1.5)');
    }
  }

  it('may run longer than the statement timeout', async () => {
    const config = read({ POSTGRES_URL: engines().POSTGRES_URL, POSTGRES_STATEMENT_TIMEOUT_SECONDS: '1' });
    const name = `slow_${randomUUID().replaceAll('-', '')}`;
    const orm = await openDatabase({ name, config, entities: [Note], migrations: [SlowMigration] });
    await expect(orm.em.fork().execute('select pg_sleep(1.5)')).rejects.toThrow('statement timeout');
    await orm.close(true);
  });
});

const testTls = (): void =>
  describe('a PostgreSQL that requires TLS', () => {
    let postgres: TlsPostgres;
    beforeAll(async () => {
      postgres = await startTlsPostgres();
    }, STARTING);
    afterAll(() => postgres?.stop());

    const url = (parameters: Record<string, string>, host = 'localhost'): string =>
      `${postgres.url.replace('localhost', host)}?${new URLSearchParams(parameters).toString()}`;
    /** Creates and migrates the database, as a service does at start. */
    const open = async (environment: Record<string, string>): Promise<boolean> => {
      const orm = await openDatabase({ name: 'orgs', config: read(environment), entities: [Note], migrations: [] });
      const [row] = await orm.em
        .fork()
        .execute<{ ssl: boolean }[]>('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
      await orm.close(true);
      return row?.ssl === true;
    };

    it('accepts connections with require, no-verify, verify-ca and verify-full', async () => {
      const { ca } = postgres;
      expect(await open({ POSTGRES_URL: url({ sslmode: 'require' }) })).toBe(true);
      expect(await open({ POSTGRES_URL: url({ sslmode: 'no-verify' }) })).toBe(true);
      expect(await open({ POSTGRES_URL: url({ sslmode: 'verify-full', sslrootcert: ca }) })).toBe(true);
      expect(await open({ POSTGRES_URL: url({}), POSTGRES_CA_FILE: ca })).toBe(true);
      expect(await open({ POSTGRES_URL: url({ sslmode: 'verify-ca', sslrootcert: ca }, '127.0.0.1') })).toBe(true);
    });

    it('is rejected by the client if its certificate does not satisfy the sslmode', async () => {
      const { ca, otherCa } = postgres;
      const another = url({ sslmode: 'verify-full', sslrootcert: ca }, '127.0.0.1');
      await expect(open({ POSTGRES_URL: another })).rejects.toThrow(/altnames|IP/);
      for (const sslmode of ['verify-full', 'verify-ca', 'require'])
        await expect(open({ POSTGRES_URL: url({ sslmode }), POSTGRES_CA_FILE: otherCa })).rejects.toThrow(
          /certificate/,
        );
      for (const sslmode of ['verify-full', 'verify-ca'])
        await expect(open({ POSTGRES_URL: url({ sslmode }) })).rejects.toThrow(/certificate/);
      await expect(open({ POSTGRES_URL: url({ sslmode: 'disable' }) })).rejects.toThrow(/pg_hba.conf/);
    });

    it(
      'accepts the connections of a service and its outbox relay',
      async () => {
        const tokens = await startTestTokens();
        const environment = { POSTGRES_URL: url({ sslmode: 'verify-full' }), POSTGRES_CA_FILE: postgres.ca };
        const service = await startServiceProcess('integrations', {
          KAFKA_BROKERS: engines().KAFKA_BROKERS,
          IDENTITY_URL: tokens.identityUrl,
          API_URL: 'http://localhost:3001',
          ...environment,
        });
        try {
          const client = new Client(connectionOptions(read(environment), 'integrations'));
          await client.connect();
          await eventually(async () => (await client.query('select holder from relay_lease')).rows[0].holder !== null);
          await client.end();
        } finally {
          await service.stop();
          await tokens.stop();
        }
      },
      STARTING,
    );
  });

if (hasOpenssl) testTls();
else
  process.stderr.write('TLS to PostgreSQL is not tested: there is no openssl on this machine to make certificates.\n');
