import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AUDIT_TOPIC, type AuditEntry } from '@portico/contracts/events/audit';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import {
  caller,
  engines,
  eventually,
  type OwnEngines,
  Publisher,
  readTopic,
  serviceEnvironment,
  type ServiceProcess,
  STARTING,
  startOwnEngines,
  startServiceProcess,
  startTestTokens,
  type TestTokens,
} from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { Client } from 'pg';
import { runOps } from './run-ops.ts';

jest.setTimeout(180_000);

const LETTER = `insert into dead_letters (topic, partition, "offset", published_at, reason)
  values ('orgs.organization.v1', 0, 900000, now(), 'made by a test') returning id`;

describe('commands of npm run ops', () => {
  let own: OwnEngines;
  let tokens: TestTokens;
  let services: ServiceProcess[] = [];
  let publisher: Publisher;
  let audit: Awaited<ReturnType<typeof readTopic>>;
  const clickhouse = new URL(engines().CLICKHOUSE_URL);
  clickhouse.pathname = `/ops_${randomUUID().slice(0, 8)}`;

  beforeAll(async () => {
    [own, tokens] = await Promise.all([startOwnEngines(), startTestTokens()]);
    const environment = { ...serviceEnvironment(own, tokens), CLICKHOUSE_URL: clickhouse.href };
    services = await Promise.all(
      (['events', 'orgs', 'integrations'] as const).map((name) => startServiceProcess(name, environment)),
    );
    const created = await caller(services[1]?.url ?? '', await tokens.sign())('POST', '/organizations', {
      name: 'Acme',
    });
    expect(created.status).toBe(201);
    publisher = new Publisher(own.kafka);
    await publisher.publish({ partition: 0, value: JSON.stringify(integrationEvent()) });
    audit = await readTopic(AUDIT_TOPIC, own.kafka);
    await eventually(async () => (await query('integrations', 'select id from organizations')).length > 0, 60_000);
  }, 3 * STARTING);
  afterAll(async () => {
    await publisher?.disconnect();
    await audit?.stop();
    await Promise.all(services.map((service) => service.stop()));
    await Promise.all([own?.stop(), tokens?.stop()]);
  });

  const query = async (service: string, sql: string): Promise<{ id: number }[]> => {
    const client = new Client({ connectionString: `${own.environment.POSTGRES_URL}/${service}` });
    await client.connect();
    try {
      return (await client.query<{ id: number }>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const letter = async (): Promise<string> => String((await query('orgs', LETTER))[0]?.id);
  const ghost = async (): Promise<string> => {
    await query(
      'integrations',
      `insert into organizations (id, name, version) values (${900 + (Date.now() % 1_000_000)}, 'Ghost', 5)`,
    );
    return '';
  };
  const deleted = async (): Promise<string> => {
    const call = caller(services[1]?.url ?? '', await tokens.sign());
    const { id } = (await call('POST', '/organizations', { name: 'Gone' })).body as { id: number };
    expect((await call('DELETE', `/organizations/${id}`)).status).toBe(204);
    return String(id);
  };
  const commandsIn = (): AuditEntry[] =>
    audit.received
      .map(({ value }) => (JSON.parse(value ?? '{}') as { data: AuditEntry }).data)
      .filter(({ channel }) => channel === 'command');
  const run = (args: readonly string[]) => runOps({ ...own.environment, CLICKHOUSE_URL: clickhouse.href }, ...args);

  it.each<{ what: string; services: string[]; prepare?: () => Promise<string>; args: (prepared: string) => string[] }>([
    { what: 'republish', services: ['orgs'], args: () => ['republish', 'orgs'] },
    {
      what: 'rebuild',
      services: ['integrations'],
      prepare: ghost,
      args: () => ['rebuild', 'integrations.organizations'],
    },
    {
      what: 'dead-letter-drop',
      services: ['orgs'],
      prepare: letter,
      args: (id) => ['dead-letters', 'drop', 'orgs', id, '--reason=of no use'],
    },
    {
      what: 'dead-letter-replay',
      services: ['orgs'],
      prepare: letter,
      args: (id) => ['dead-letters', 'replay', 'orgs', id],
    },
    { what: 'skip', services: ['events'], args: () => ['skip', `${INTEGRATION_EVENTS_TOPIC}/0/0`] },
    { what: 'reingest', services: ['events'], args: () => ['reingest', '--from=earliest'] },
    {
      what: 'erase',
      services: ['orgs', 'events'],
      prepare: deleted,
      args: (id) => ['erase', `--organization=${id}`],
    },
  ])(
    'record their change once in each service, with the author: $what',
    async ({ what, services: wanted, prepare, args }) => {
      const { code, said } = await run(args((await prepare?.()) ?? ''));
      expect([said, code <= 1]).toEqual([said, true]);
      for (const service of wanted) {
        const entries = await eventually(() => {
          const found = commandsIn().filter((entry) => entry.action === `command.${what}` && entry.service === service);
          return found.length > 0 && found;
        }, 30_000);
        expect(entries).toEqual([
          expect.objectContaining({
            outcome: 'done',
            actor: expect.objectContaining({ kind: 'command', email: expect.stringMatching(/.+/) }),
          }),
        ]);
      }
    },
  );

  it('record no entry if they change nothing', async () => {
    const before = commandsIn().length;
    for (const args of [
      ['republish', 'orgs', '--dry-run'],
      ['rebuild', 'integrations.organizations', '--dry-run'],
      ['rebuild', 'integrations.organizations'],
      ['dead-letters', 'drop', 'orgs', '999999', '--reason=none'],
      ['reingest', '--from=earliest', '--dry-run'],
      ['skip', `${INTEGRATION_EVENTS_TOPIC}/0/999999`],
    ])
      await run(args);
    // Services write the entries of earlier commands before the entry of this command.
    await run(['republish', 'orgs']);
    await eventually(() => commandsIn().length > before, 30_000);
    expect(
      commandsIn()
        .slice(before)
        .map(({ action }) => action),
    ).toEqual(['command.republish']);
  });
});
