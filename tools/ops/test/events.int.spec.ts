import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { INTEGRATION_EVENT_TYPE, INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import type { EventList } from '@portico/contracts/http/events';
import { Kafka, logLevel } from '@portico/kafka/client';
import {
  caller,
  engines,
  eventually,
  type OwnKafka,
  Publisher,
  read,
  type ServiceProcess,
  STARTING,
  startOwnKafka,
  startServiceProcess,
  startTestTokens,
  type TestTokens,
} from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { select } from '../src/verify/clickhouse.ts';
import { runOps, type CommandResult } from './run-ops.ts';

jest.setTimeout(120_000);

const EVENTS = 40;
const SOON = 60_000;

describe('npm run ops', () => {
  let dataDir: string;
  let broker: OwnKafka;
  let tokens: TestTokens;
  let service: ServiceProcess;
  let kafka: Kafka;
  let publisher: Publisher;
  let token: string;
  const clickhouse = new URL(engines().CLICKHOUSE_URL);
  clickhouse.pathname = `/ops_${randomUUID().slice(0, 8)}`;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portico-ops-'));
    [broker, tokens] = await Promise.all([startOwnKafka(dataDir), startTestTokens()]);
    token = await tokens.sign();
    service = await startService();
    kafka = new Kafka({ clientId: 'outside', brokers: broker.brokers.split(','), logLevel: logLevel.NOTHING });
    publisher = new Publisher(kafka);
    await publisher.organization(1);
    await publisher.integration(1);
    await eventually(async () => (await list()).integrations.length > 0, SOON);
    const events = Array.from({ length: EVENTS }, (_, index) =>
      integrationEvent({ result: index % 3 === 0 ? 'FAILURE' : 'SUCCESS' }),
    );
    // Publish one event twice, and then an invalid event, which is the last record of its partition.
    await publisher.publish(...events, ...events.slice(0, 1), { key: '1', value: 'not an event' });
    await eventually(async () => (await list()).count === EVENTS, SOON);
    // Publish the last stored event again as CloudEvents. The envelope of a CloudEvent has another id than the event.
    const [event] = events;
    const envelope = { specversion: '1.0', id: 'an envelope', source: '/payroll', type: INTEGRATION_EVENT_TYPE };
    await publisher.publish(
      { key: '1', value: JSON.stringify({ ...envelope, data: event }) },
      {
        key: '1',
        value: JSON.stringify(event),
        headers: Object.fromEntries(Object.entries(envelope).map(([name, value]) => [`ce_${name}`, value])),
      },
    );
  }, 2 * STARTING);
  afterAll(async () => {
    await publisher?.disconnect();
    await service?.stop();
    await Promise.all([broker?.stop(), tokens?.stop()]);
    await rm(dataDir, { recursive: true, force: true });
  });

  const startService = (): Promise<ServiceProcess> =>
    startServiceProcess('events', {
      KAFKA_BROKERS: broker.brokers,
      POSTGRES_URL: engines().POSTGRES_URL,
      CLICKHOUSE_URL: clickhouse.href,
      IDENTITY_URL: tokens.identityUrl,
      CONSOLE_URL: 'http://localhost:3000',
    });
  const list = (): Promise<EventList> => read<EventList>(caller(service.url, token), '/events');
  const verify = (only: string): Promise<CommandResult> =>
    runOps(
      { KAFKA_BROKERS: broker.brokers, CLICKHOUSE_URL: clickhouse.href, PORTICO_TOKEN: token },
      'verify',
      `--only=${only}`,
      `--api=${service.url}`,
    );
  const change = (sql: string): Promise<unknown> => select(clickhouse.href, sql);

  it('reports in one line that verify finds no difference', async () => {
    expect(await verify('counts,positions')).toEqual({
      code: 0,
      said: expect.stringMatching(/^Everything matches: 40 events through \d+ filters; positions of 12 partitions\n$/),
    });
  });

  it('finds an event that is listed twice', async () => {
    const rows = 'SELECT * FROM integration_events ORDER BY kafka_offset LIMIT 1';
    const [row] = await select<{ id: string }>(clickhouse.href, rows);
    await change(`INSERT INTO integration_events ${rows}`);
    const { code, said } = await verify('counts');
    expect(code).toBe(1);
    expect(said).toContain(`listed more than once: 1/${row?.id}\n`);
  });

  it('finds events that were committed but are no longer stored', async () => {
    // Add an event of another integration with the same id, in a partition that does not exist.
    await change(
      `CREATE TABLE another ENGINE = Memory AS
       SELECT * REPLACE (2 AS source_id, 5000 AS kafka_partition) FROM integration_events LIMIT 1`,
    );
    await change('TRUNCATE TABLE integration_events');
    await change('INSERT INTO integration_events SELECT * FROM another');
    const { code, said } = await verify('positions');
    expect(code).toBe(1);
    expect(said).toMatch(
      /^integration\.events\.v1\/\d: 43 committed and neither stored nor rejected, offsets 0 to 43\n$/,
    );
    await change('TRUNCATE TABLE integration_events');
  });

  it('stores lost events again by reingest, after a dry run that announces the same result', async () => {
    const reingest = (...args: string[]): Promise<CommandResult> =>
      runOps({ KAFKA_BROKERS: broker.brokers, CLICKHOUSE_URL: clickhouse.href }, 'reingest', ...args);
    const counts = '44 records read, 43 events accepted';
    const dry = await reingest('--from=earliest', '--dry-run');
    expect(dry).toEqual({ code: 1, said: expect.stringContaining(`${counts}, 40 missing, nothing was changed`) });
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    expect((await reingest(`--from=${soon}`)).said).toContain('0 records read');
    for (const missing of [40, 0]) {
      const { code, said } = await reingest('--from=earliest');
      expect({ code, said }).toEqual({
        code: 0,
        said: expect.stringContaining(`${counts}, ${missing} missing, stored now`),
      });
    }
    expect((await verify('counts,positions')).code).toBe(0);
    expect(await reingest('--from=yesterday')).toEqual({ code: 2, said: expect.stringContaining('--from should be') });
  });

  it('restores lost rejected events in the inbox by reingest', async () => {
    await change('TRUNCATE TABLE rejected_events');
    expect((await verify('positions')).said).toContain('committed and neither stored nor rejected');
    const environment = { KAFKA_BROKERS: broker.brokers, CLICKHOUSE_URL: clickhouse.href };
    const reingest = (...args: string[]): Promise<CommandResult> =>
      runOps(environment, 'reingest', '--from=earliest', ...args);
    for (const [args, code, outcome] of [
      [['--dry-run'], 1, '1 missing in the inbox, nothing was changed'],
      [[], 0, '1 missing in the inbox, stored now'],
      [[], 0, '0 missing in the inbox, stored now'],
    ] as const)
      expect(await reingest(...args)).toEqual({ code, said: expect.stringContaining(outcome) });
    expect((await verify('positions')).code).toBe(0);
  });

  it('makes the service skip a record from its next start', async () => {
    const environment = { KAFKA_BROKERS: broker.brokers, CLICKHOUSE_URL: clickhouse.href };
    const skip = (...args: string[]): Promise<CommandResult> => runOps(environment, 'skip', ...args);
    const before = await list();
    const topic = INTEGRATION_EVENTS_TOPIC;
    const admin = kafka.admin();
    await admin.connect();
    const end = Number((await admin.fetchTopicOffsets(topic)).find(({ partition }) => partition === 0)?.high);
    await admin.disconnect();
    await service.stop();
    await publisher.publish({ partition: 0, value: JSON.stringify(integrationEvent({ id: 'to be skipped' })) });
    await publisher.publish({ partition: 0, value: JSON.stringify(integrationEvent({ id: 'after it' })) });
    expect(await skip(`${topic}/0/${end}`)).toEqual({
      code: 0,
      said: expect.stringContaining('rejected without decoding'),
    });
    service = await startService();
    await eventually(async () => (await list()).count === before.count + 1, SOON);
    expect((await verify('positions')).code).toBe(0);
    for (const [argument, said] of [
      [`${topic}/0/${end + 7}`, 'holds the offsets'],
      [`${topic}/99/0`, 'no partition 99'],
      ['no.such.topic/0/0', 'no partition 0'],
      [topic, 'name one record'],
    ] as const)
      expect(await skip(argument)).toEqual({ code: 2, said: expect.stringContaining(said) });
  });

  it('reports a missing or unknown argument', async () => {
    expect(await runOps({}, 'verify', '--only=counts')).toEqual({ code: 2, said: expect.stringContaining('--api') });
    expect(await verify('sums')).toEqual({ code: 2, said: expect.stringContaining('states, counts, positions') });
  });
});
