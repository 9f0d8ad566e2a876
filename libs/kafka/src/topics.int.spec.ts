import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { userChanged } from '@portico/contracts/events/identity';
import { INTEGRATION_EVENTS_TOPIC, REJECTED_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { type OwnKafka, startOwnKafka } from '@portico/testkit';
import { ConfigResourceTypes, Kafka, logLevel } from './client.ts';
import { withAdmin } from './admin.ts';
import { TOPICS } from './topics.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

describe('npm run kafka:topics', () => {
  let dataDir: string;
  let broker: OwnKafka;
  let kafka: Kafka;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portico-topics-'));
    broker = await startOwnKafka(dataDir);
    kafka = new Kafka({ clientId: 'topics-test', brokers: [broker.brokers], logLevel: logLevel.NOTHING });
  }, 120_000);
  afterAll(async () => {
    await broker?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const run = (environment: Record<string, string>, ...more: string[]): Promise<{ code: number; said: string }> =>
    new Promise((resolve) => {
      const args = ['--import', './tools/swc-hook.mjs', 'libs/kafka/src/topics-command.ts', ...more];
      const env = { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', ...environment };
      execFile(process.execPath, args, { cwd: ROOT, env }, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr });
      });
    });
  it('reports missing variables and an unreachable broker', async () => {
    expect(await run({})).toMatchObject({ code: 1, said: expect.stringContaining('KAFKA_BROKERS: is not set') });
    const { code, said } = await run({ KAFKA_BROKERS: '127.0.0.1:1' });
    expect(code).toBe(1);
    expect(said).toMatch(/^Checking the topics failed: .*127\.0\.0\.1:1/m);
  }, 120_000);

  it('creates every topic, and reports no difference on a second run', async () => {
    const first = await run({ KAFKA_BROKERS: broker.brokers });
    expect(first.code).toBe(0);
    for (const { name } of TOPICS) expect(first.said).toContain(`${name}: created\n`);
    const second = await run({ KAFKA_BROKERS: broker.brokers });
    expect(second).toEqual({
      code: 0,
      said: expect.stringContaining(`${TOPICS.length} topics, 0 created, all settings correct`),
    });
    const { resources } = await withAdmin(kafka, (admin) =>
      admin.describeConfigs({
        includeSynonyms: false,
        resources: [{ type: ConfigResourceTypes.TOPIC, name: userChanged.topic }],
      }),
    );
    const settings = resources.flatMap(({ configEntries }) => configEntries);
    expect(settings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ configName: 'cleanup.policy', configValue: 'compact' }),
        expect.objectContaining({ configName: 'message.timestamp.type', configValue: 'LogAppendTime' }),
      ]),
    );
  }, 120_000);

  it('reports how an existing topic differs and leaves it unchanged', async () => {
    await withAdmin(kafka, (admin) => admin.deleteTopics({ topics: [INTEGRATION_EVENTS_TOPIC] }));
    await withAdmin(kafka, (admin) =>
      admin.createTopics({
        waitForLeaders: true,
        topics: [
          {
            topic: INTEGRATION_EVENTS_TOPIC,
            numPartitions: 2,
            configEntries: [
              { name: 'retention.ms', value: '3600000' },
              { name: 'cleanup.policy', value: 'compact' },
            ],
          },
        ],
      }),
    );
    for (const _ of [1, 2]) {
      const { code, said } = await run({ KAFKA_BROKERS: broker.brokers });
      expect(code).toBe(1);
      expect(said).toContain(`${INTEGRATION_EVENTS_TOPIC}: partitions is 2 but should be 6\n`);
      expect(said).toContain(`${INTEGRATION_EVENTS_TOPIC}: retention.ms is 3600000 but should be 604800000\n`);
      expect(said).toContain(`${INTEGRATION_EVENTS_TOPIC}: cleanup.policy is compact but should be delete\n`);
      expect(said).toContain(`${TOPICS.length} topics, 0 created, 1 with wrong settings\n`);
    }
  }, 120_000);

  it('adds partitions on request, and never removes partitions', async () => {
    const topics = (...more: string[]) => run({ KAFKA_BROKERS: broker.brokers }, ...more);
    const partitions = async (): Promise<number | undefined> =>
      (await withAdmin(kafka, (admin) => admin.fetchTopicMetadata({ topics: [REJECTED_EVENTS_TOPIC] }))).topics[0]
        ?.partitions.length;
    const dry = await topics('--partitions', `${REJECTED_EVENTS_TOPIC}=5`);
    expect([dry.code, await partitions()]).toEqual([0, 3]);
    expect(dry.said).toMatch(/would have 5 partitions instead of 3\n[^]*no order[^]*within 15 s[^]*--apply\.$/m);

    const applied = await topics('--partitions', `${REJECTED_EVENTS_TOPIC}=5`, '--apply');
    expect([applied.code, await partitions()]).toEqual([0, 5]);
    expect(applied.said).toContain('now has 5 partitions instead of 3');
    const again = await topics('--partitions', `${REJECTED_EVENTS_TOPIC}=5`, '--apply');
    expect(again).toEqual({ code: 0, said: expect.stringContaining('has 5 partitions, nothing to do') });
    expect((await topics()).said).not.toContain(`${REJECTED_EVENTS_TOPIC}: partitions`);

    for (const [wanted, reason] of [
      [`${REJECTED_EVENTS_TOPIC}=4`, 'has 5 partitions, and Kafka cannot take any away'],
      [`${userChanged.topic}=6`, 'keeps its partitions: its aggregates would move to other ones'],
      ['unknown.v1=6', 'unknown.v1 is not in the list of topics'],
      [`${REJECTED_EVENTS_TOPIC}=0`, 'should be of the form integration.events.v1=12'],
    ] as const) {
      const refused = await topics('--partitions', wanted, '--apply');
      expect(refused).toEqual({ code: 1, said: expect.stringContaining(reason) });
    }
    expect(await partitions()).toBe(5);
  }, 120_000);

  it('creates the events topic with the number of partitions from the environment', async () => {
    await withAdmin(kafka, (admin) => admin.deleteTopics({ topics: [INTEGRATION_EVENTS_TOPIC] }));
    const environment = { KAFKA_BROKERS: broker.brokers, KAFKA_EVENTS_PARTITIONS: '9' };
    expect((await run(environment)).code).toBe(0);
    const { topics } = await withAdmin(kafka, (admin) =>
      admin.fetchTopicMetadata({ topics: [INTEGRATION_EVENTS_TOPIC] }),
    );
    expect(topics[0]?.partitions).toHaveLength(9);
    expect((await run({ ...environment, KAFKA_EVENTS_PARTITIONS: '8' })).code).toBe(0);
    expect((await run({ ...environment, KAFKA_EVENTS_PARTITIONS: '10' })).said).toContain('is 9 but should be 10');
  }, 120_000);
});
