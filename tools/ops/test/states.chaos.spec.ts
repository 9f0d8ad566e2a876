import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  type Call,
  caller,
  eventually,
  type OwnEngines,
  read,
  serviceEnvironment,
  type ServiceProcess,
  STARTING,
  startOwnEngines,
  startServiceProcess,
  startTestTokens,
  type TestTokens,
} from '@portico/testkit';
import { Client } from 'pg';
import { runOps, type CommandResult } from './run-ops.ts';

jest.setTimeout(180_000);

const SERVICES = ['identity', 'orgs', 'integrations', 'billing', 'alerts'] as const;
type Service = (typeof SERVICES)[number];
/** Maximum wait in milliseconds until no process consumes a topic. */
const SOON = 60_000;

describe('npm run ops', () => {
  let own: OwnEngines;
  let tokens: TestTokens;
  const services = new Map<Service, ServiceProcess>();
  const admin = new Map<Service, Call>();

  beforeAll(async () => {
    [own, tokens] = await Promise.all([startOwnEngines(), startTestTokens()]);
    const token = await tokens.sign();
    await Promise.all(
      SERVICES.map(async (name) => {
        const service = await startServiceProcess(name, serviceEnvironment(own, tokens));
        services.set(name, service);
        admin.set(name, caller(service.url, token));
      }),
    );
  }, 2 * STARTING);
  afterAll(async () => {
    await Promise.all([...services.values()].map((service) => service.stop()));
    await Promise.all([own?.stop(), tokens?.stop()]);
  });

  const ops = (...args: string[]): Promise<CommandResult> => runOps(own.environment, ...args);
  const verify = (): Promise<CommandResult> => ops('verify', '--only=states');
  const query = async <Row extends object>(service: Service, sql: string): Promise<Row[]> => {
    const client = new Client({ connectionString: `${own.environment.POSTGRES_URL}/${service}` });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const create = async (service: Service, path: string, body: object): Promise<number> => {
    const answer = await admin.get(service)?.('POST', path, body);
    if (answer?.status !== 201) throw new Error(`POST ${path} answered ${JSON.stringify(answer)}`);
    return (answer.body as { id: number }).id;
  };
  const copyOfOrganization = async (service: Service, id: number) =>
    (
      await query<{ name: string; deleted: boolean }>(
        service,
        `select name, deleted_at is not null as deleted from organizations where id = ${id}`,
      )
    )[0];

  it('lists its commands, and rejects unknown commands', async () => {
    const { code, said } = await ops();
    expect(code).toBe(2);
    for (const command of ['rebuild', 'republish', 'verify']) expect(said).toContain(`\n  ${command} `);
    expect(await ops('republish', 'events')).toEqual({ code: 2, said: expect.stringContaining('there are: identity') });
    expect(await ops('rebuild', 'orgs.nothing')).toEqual({
      code: 2,
      said: expect.stringContaining('there are: users, purchases'),
    });
  });

  it('finds differences between a copy and its topic with verify, and repairs the copy with rebuild', async () => {
    const renamed = await create('orgs', '/organizations', { name: 'Acme' });
    const removed = await create('orgs', '/organizations', { name: 'Globex' });
    for (const service of ['integrations', 'billing', 'alerts'] as const)
      await eventually(async () => (await copyOfOrganization(service, removed))?.name === 'Globex', SOON);
    expect(await verify()).toEqual({ code: 0, said: expect.stringMatching(/^Everything matches: identity: .*\n$/) });

    await query('integrations', `update organizations set name = 'Another' where id = ${renamed}`);
    await query('integrations', `delete from organizations where id = ${removed}`);
    await query('integrations', `insert into organizations (id, name, version) values (999, 'Ghost', 5)`);
    const found = [
      'integrations.organizations and orgs.organization.v1: 3 of 2 differ',
      `  ${renamed}: name differs`,
      `  ${removed}: missing`,
      '  999: not in the topic',
    ];
    const wrong = await verify();
    expect(wrong.code).toBe(1);
    for (const line of found) expect(wrong.said).toContain(`${line}\n`);
    const dry = await ops('rebuild', 'integrations.organizations', '--dry-run');
    expect(dry).toEqual({ code: 1, said: `${found.join('\n')}\nnothing was changed\n` });
    expect((await copyOfOrganization('integrations', renamed))?.name).toBe('Another');

    const rebuilt = await ops('rebuild', 'integrations.organizations');
    expect(rebuilt).toEqual({ code: 0, said: expect.stringContaining('3 rows corrected from orgs.organization.v1\n') });
    expect(await copyOfOrganization('integrations', renamed)).toEqual({ name: 'Acme', deleted: false });
    expect(await copyOfOrganization('integrations', removed)).toEqual({ name: 'Globex', deleted: false });
    expect(await copyOfOrganization('integrations', 999)).toBeUndefined();
    expect(await ops('rebuild', 'integrations.organizations')).toEqual({
      code: 0,
      said: 'integrations.organizations and orgs.organization.v1: all 2 rows match\n',
    });
    expect((await verify()).code).toBe(0);
  });

  it('gives every service the states of a restored database with republish, even if the topic has newer states', async () => {
    const kept = await create('orgs', '/organizations', { name: 'Before' });
    expect((await admin.get('orgs')?.('PUT', `/organizations/${kept}`, { name: 'After' }))?.status).toBe(200);
    const later = await create('orgs', '/organizations', { name: 'Created after the copy' });
    for (const service of ['billing', 'alerts'] as const) {
      await eventually(async () => (await copyOfOrganization(service, later)) !== undefined, SOON);
      await eventually(async () => (await copyOfOrganization(service, kept))?.name === 'After', SOON);
    }

    // Restore an earlier state of the database, and add a row that the topic does not contain.
    await query('orgs', `update organizations set name = 'Before', version = 1 where id = ${kept}`);
    await query('orgs', `delete from organizations where id = ${later}`);
    await query('orgs', `select setval(pg_get_serial_sequence('organizations', 'id'), ${kept})`);
    await query('orgs', `insert into organizations (id, name) values (500, 'Lost by the topic')`);
    const dry = await ops('republish', 'orgs', '--dry-run');
    expect(dry.code).toBe(1);
    for (const line of [
      `  ${kept}: version 2 in the topic, 1 in the database`,
      `  ${later}: in the topic alone`,
      '  500: missing in the topic',
    ])
      expect(dry.said).toContain(`${line}\n`);
    expect((await verify()).said).toContain(`  ${later}: in the topic alone\n`);

    const VERSIONS = `select id, version from organizations where id <> ${later} order by id`;
    // The second run publishes less, because it already knows which rows were deleted.
    for (const count of [5, 4]) {
      expect(await ops('republish', 'orgs', '--end-missing')).toEqual({
        code: 0,
        said: expect.stringContaining(
          `orgs.organization.v1: ${count} states queued in the outbox, orgs publishes them`,
        ),
      });
      const published = await query<{ id: number; version: number }>('orgs', VERSIONS);
      for (const service of ['integrations', 'billing', 'alerts'] as const) {
        await eventually(async () => isDeepStrictEqual(await query(service, VERSIONS), published), SOON);
        const copies = await Promise.all([kept, later, 500].map((id) => copyOfOrganization(service, id)));
        expect(copies).toEqual([
          { name: 'Before', deleted: false },
          { name: 'Created after the copy', deleted: true },
          { name: 'Lost by the topic', deleted: false },
        ]);
      }
      expect(await verify()).toEqual({ code: 0, said: expect.stringContaining('Everything matches') });
    }
    expect(await create('orgs', '/organizations', { name: 'New' })).toBeGreaterThan(later);
  });

  it('invalidates the tokens of users who have fewer rights in a restored database, with republish', async () => {
    const fields = { name: 'Ada', email: 'ada@portico.test', usertype: 'CLIENT' };
    const id = await create('identity', '/users', fields);
    await admin.get('identity')?.('PATCH', `/users/${id}`, { usertype: 'ADMIN' });
    const promoted = caller(services.get('orgs')?.url ?? '', await tokens.sign({ id, usertype: 'ADMIN', version: 2 }));
    const status = async (): Promise<number> => (await promoted('GET', '/organizations')).status;
    await eventually(async () => (await status()) === 200, SOON);
    await query('identity', `update users set usertype = 'CLIENT', version = 1, access_version = 1 where id = ${id}`);
    expect((await ops('republish', 'identity')).code).toBe(0);
    await eventually(async () => (await status()) === 401, SOON);
    const ofUser = `/users/${id}`;
    expect(await read(admin.get('identity') ?? promoted, ofUser)).toMatchObject({ usertype: 'CLIENT' });
    expect((await verify()).code).toBe(0);
  });
});
