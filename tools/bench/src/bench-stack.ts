import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { buildServices, startClickHouse, startKafka, startPostgres } from '@portico/stack';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import {
  eventually,
  Publisher,
  type ServiceProcess,
  startServiceProcess,
  startTestTokens,
  type TestTokens,
} from '@portico/testkit';
import { Kafka, logLevel } from '@portico/kafka/client';
import { say } from './table.ts';

/** The engines of one benchmark run, on free ports, and the services that use these engines. */
export type BenchStack = {
  brokers: string;
  kafkaPid: number;
  clickhousePid: number;
  urlOf: (name: string) => string;
  /** Returns the end offset of each partition of the events topic, as `partition:offset,…`. */
  logEnds: () => Promise<string>;
  /** Resolves when ClickHouse has merged its parts, because merges are part of the cost of an insert. */
  merged: () => Promise<void>;
  kafka: Kafka;
  tokens: TestTokens;
  database: (name: string) => ClickHouseClient;
  /** Starts the service with the Node flags of `npm start`. @param extra more environment variables. */
  startService: (database: string, extra?: Record<string, string>) => Promise<ServiceProcess>;
  startGateway: (url: string) => Promise<ServiceProcess>;
  publish: <Value>(work: (publisher: Publisher) => Promise<Value>) => Promise<Value>;
  stop: () => Promise<void>;
};

async function startBenchStack(): Promise<BenchStack> {
  await buildServices(fileURLToPath(new URL('../../../', import.meta.url)));
  say('starting Kafka, PostgreSQL and ClickHouse');
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-bench-'));
  const [broker, postgres, clickhouse, tokens] = await Promise.all([
    startKafka({ dataDir }),
    startPostgres({ dataDir }),
    startClickHouse({ dataDir, onProgress: say }),
    startTestTokens(),
  ]);
  const { brokers } = broker;
  const services = new Set<ServiceProcess>();
  const clients = new Set<ClickHouseClient>();
  const urlOf = (name: string): string => {
    const url = new URL(clickhouse.url);
    url.pathname = `/${name}`;
    return url.href;
  };
  const start = async (name: string, environment: Record<string, string>): Promise<ServiceProcess> => {
    const common = { KAFKA_BROKERS: brokers, IDENTITY_URL: tokens.identityUrl, CONSOLE_URL: 'http://localhost:3000' };
    const service = await startServiceProcess(name, { ...common, ...environment });
    services.add(service);
    return service;
  };
  const kafka = new Kafka({ clientId: 'bench', brokers: brokers.split(','), logLevel: logLevel.NOTHING });
  return {
    brokers,
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
    startService: (database, extra = {}) =>
      start('events', {
        KAFKA_REPLICATION_FACTOR: '1',
        CLICKHOUSE_URL: urlOf(database),
        POSTGRES_URL: postgres.url,
        LIVE_SOCKETS_PER_USER: '1000000',
        ...extra,
      }),
    startGateway: (url) => {
      const others = ['ORGS', 'INTEGRATIONS', 'BILLING', 'EVENTS', 'ALERTS'].map((name) => [`${name}_URL`, url]);
      return start('gateway', { RATE_LIMIT_PER_MINUTE: '1000000', ...Object.fromEntries(others) });
    },
    publish: async (work) => {
      const publisher = new Publisher(kafka);
      try {
        return await work(publisher);
      } finally {
        await publisher.disconnect();
      }
    },
    stop: async () => {
      await Promise.all([...services].map((service) => service.stop()));
      await Promise.all([...clients].map((client) => client.close()));
      await Promise.all([broker.stop(), postgres.stop(), clickhouse.stop(), tokens.stop()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function withBenchStack<Value>(work: (stack: BenchStack) => Promise<Value>): Promise<Value> {
  const stack = await startBenchStack();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stack.stop().finally(() => process.exit(1)));
  try {
    return await work(stack);
  } finally {
    await stack.stop();
  }
}

export const ready = async ({ url }: { url: string }): Promise<void> =>
  void (await eventually(async () => (await fetch(`${url}/health/ready`)).ok, 60_000));

async function logEnds(kafka: Kafka): Promise<string> {
  const admin = kafka.admin();
  await admin.connect();
  const offsets = await admin.fetchTopicOffsets(INTEGRATION_EVENTS_TOPIC);
  await admin.disconnect();
  return offsets.map(({ partition, high }) => `${partition}:${high}`).join(',');
}

/** Number of consecutive polls without a running merge after which all parts count as merged. */
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
