import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { type KafkaOptions, startClickHouse, startKafka } from '@portico/stack';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { type ServiceProcess, startServiceProcess, startTestTokens, type TestTokens } from '@portico/testkit';
import { Kafka, logLevel } from '@portico/kafka/client';

/** The engines of one benchmark run, on free ports, and the services that run on them. */
export type BenchStack = {
  brokers: string;
  /** Of the processes that Kafka, or its first broker, and ClickHouse run in. */
  kafkaPid: number;
  clickhousePid: number;
  /** Address of one database. */
  urlOf: (name: string) => string;
  /** The end of each partition of the events topic, as `partition:offset,…`. */
  logEnds: () => Promise<string>;
  /** Resolves when ClickHouse has merged what was inserted: that is part of what an insert costs. */
  merged: () => Promise<void>;
  kafka: Kafka;
  tokens: TestTokens;
  /** A client of one database. */
  database: (name: string) => ClickHouseClient;
  /** The events service over one database, with more environment than it needs. */
  startService: (database: string, more?: Record<string, string>) => Promise<ServiceProcess>;
  stop: () => Promise<void>;
};

/** The brokers of one run, and how many of them keep each topic. */
export type BenchKafka = { brokers: string; pid: number; replicas: number; stop: () => Promise<unknown> };
export type BenchStackOptions = {
  /** Of the embedded broker; without one everyone may do everything, and nothing is checked. */
  security?: KafkaOptions['security'];
  /** Other brokers than the embedded one; they end with the stack. */
  kafka?: BenchKafka;
};

export async function startBenchStack({ security, kafka: others }: BenchStackOptions = {}): Promise<BenchStack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-bench-'));
  const [broker, clickhouse, tokens] = await Promise.all([
    others ?? startKafka({ dataDir, ...(security && { security }) }),
    startClickHouse({ dataDir, onProgress: (line) => process.stderr.write(`${line}\n`) }),
    startTestTokens(),
  ]);
  const services = new Set<ServiceProcess>();
  const clients = new Set<ClickHouseClient>();
  const urlOf = (name: string): string => {
    const url = new URL(clickhouse.url);
    url.pathname = `/${name}`;
    return url.href;
  };
  const kafka = new Kafka({ clientId: 'bench', brokers: broker.brokers.split(','), logLevel: logLevel.NOTHING });
  return {
    brokers: broker.brokers,
    kafkaPid: broker.pid,
    clickhousePid: clickhouse.pid,
    urlOf,
    logEnds: () => logEnds(kafka),
    merged: () => merged(clickhouse.url),
    kafka,
    tokens,
    database: (name) => {
      const client = createClient({ url: urlOf(name) });
      clients.add(client);
      return client;
    },
    startService: async (name, more = {}) => {
      const service = await startServiceProcess('events', {
        KAFKA_BROKERS: broker.brokers,
        KAFKA_REPLICATION_FACTOR: String(others?.replicas ?? 1),
        CLICKHOUSE_URL: urlOf(name),
        IDENTITY_URL: tokens.identityUrl,
        CONSOLE_URL: 'http://localhost:3000',
        LIVE_SOCKETS_PER_USER: '1000000',
        ...more,
      });
      services.add(service);
      return service;
    },
    stop: async () => {
      await Promise.all([...services].map((service) => service.stop()));
      await Promise.all([...clients].map((client) => client.close()));
      await Promise.all([broker.stop(), clickhouse.stop(), tokens.stop()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function logEnds(kafka: Kafka): Promise<string> {
  const admin = kafka.admin();
  await admin.connect();
  const offsets = await admin.fetchTopicOffsets(INTEGRATION_EVENTS_TOPIC);
  await admin.disconnect();
  return offsets.map(({ partition, high }) => `${partition}:${high}`).join(',');
}

/** Consecutive polls without a running merge; ClickHouse starts the next merge sooner than that. */
const QUIET_POLLS = 5;

async function merged(url: string): Promise<void> {
  const client = createClient({ url });
  for (let quiet = 0; quiet < QUIET_POLLS;) {
    const answer = await client.query({ query: 'SELECT count() AS merges FROM system.merges', format: 'JSONEachRow' });
    const [row] = await answer.json<{ merges: string | number }>();
    quiet = Number(row?.merges) === 0 ? quiet + 1 : 0;
    await sleep(200);
  }
  await client.close();
}
