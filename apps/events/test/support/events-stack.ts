import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Call,
  caller,
  engines,
  eventually,
  type OwnKafka,
  Publisher,
  randomFrom,
  SEED,
  type ServiceProcess,
  startOwnKafka,
  startServiceProcess,
  startTestTokens,
  type TestTokens,
} from '@portico/testkit';
import { Kafka, logLevel } from '@portico/kafka';
import { Client } from 'pg';

/** Random values of EVENTS_IDENTITIES_AFTER (0: never load the identities). Test results must not depend on the value. */
const IDENTITIES_AFTER = ['0', '1', '100'];
const random = randomFrom(SEED);
const anyIdentities = (): string => IDENTITIES_AFTER[Math.floor(random() * IDENTITIES_AFTER.length)] ?? '0';

/** Drops the previous suite's database, because the suites of one worker share a PostgreSQL server. */
async function dropDatabase(): Promise<void> {
  const client = new Client({ connectionString: `${engines().POSTGRES_URL}/postgres` });
  await client.connect();
  await client.query('drop database if exists events with (force)');
  await client.end();
}

/** Kafka and databases that only this suite uses, tokens, and a publisher. */
export type EventsStack = {
  /** Crashes Kafka, and restarts it with its data. */
  crashKafka: () => Promise<void>;
  /** Makes Kafka unresponsive, as in a network failure, until the test calls the returned function. */
  silenceKafka: () => () => void;
  publisher: Publisher;
  kafka: Kafka;
  /** Kafka's addresses, separated by commas. */
  brokers: string;
  /** URL of the suite's database with user and password. */
  clickhouseUrl: string;
  /**
   * Starts the service. By default, it has the port of the previous process, so that clients can reconnect. With port 0, the process is an
   * additional one on a free port.
   */
  start: (port?: 0, environment?: Record<string, string>) => Promise<ServiceProcess>;
  /** The service's port. */
  port: () => number;
  as: (options?: Parameters<TestTokens['sign']>[0]) => Promise<Call>;
  /**
   * Publishes organization Acme with integration `payroll` and member 5, and organization Globex with integration `banking`. Resolves when
   * the service knows them. Returns an administrator's client.
   */
  furnish: () => Promise<Call>;
  tokens: TestTokens;
  stop: () => Promise<void>;
};

/**
 * @param clickhouseUrl URL of a separate ClickHouse, for suites that stop ClickHouse.
 * @param more - a Kafka that replaces the default Kafka, and additional environment variables.
 */
export async function startEventsStack(
  clickhouseUrl?: string,
  more: { kafka?: OwnKafka; environment?: Record<string, string> } = {},
): Promise<EventsStack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-events-'));
  const [broker, tokens] = await Promise.all([more.kafka ?? startOwnKafka(dataDir), startTestTokens(), dropDatabase()]);
  const kafka = new Kafka({
    clientId: 'outside',
    brokers: broker.brokers.split(','),
    logLevel: logLevel.NOTHING,
    retry: { retries: 30, maxRetryTime: 1_000 }, // an Apache Kafka that crashed is unavailable for some seconds
  });
  const publisher = new Publisher(kafka);
  const database = new URL(clickhouseUrl ?? engines().CLICKHOUSE_URL);
  database.pathname = `/events_${randomUUID().slice(0, 8)}`;
  const running = new Set<ServiceProcess>();
  let port = 0;

  const start = async (otherPort?: 0, environment: Record<string, string> = {}): Promise<ServiceProcess> => {
    const service = await startServiceProcess('events', {
      ...(port !== 0 && otherPort === undefined && { PORT: String(port) }),
      LOG_LEVEL: 'info',
      KAFKA_BROKERS: broker.brokers,
      CLICKHOUSE_URL: database.href,
      POSTGRES_URL: engines().POSTGRES_URL,
      IDENTITY_URL: tokens.identityUrl,
      CONSOLE_URL: 'http://localhost:3000',
      EVENTS_IDENTITIES_AFTER: anyIdentities(),
      ...more.environment,
      ...environment,
    });
    if (otherPort === undefined) port = Number(new URL(service.url).port);
    running.add(service);
    return service;
  };
  const as = async (options?: Parameters<TestTokens['sign']>[0]): Promise<Call> =>
    caller(`http://127.0.0.1:${port}`, await tokens.sign(options));
  const furnish = async (): Promise<Call> => {
    await publisher.organization(1, { name: 'Acme' });
    await publisher.organization(2, { name: 'Globex' });
    await publisher.membership(1, { userId: 5, organizationId: 1 });
    await publisher.integration(1, { name: 'payroll' });
    await publisher.integration(2, { name: 'banking', organizationId: 2 });
    const admin = await as();
    await eventually(async () => JSON.stringify((await admin('GET', '/events')).body).includes('banking'), 60_000);
    return admin;
  };
  const stop = async (): Promise<void> => {
    await publisher.disconnect();
    await Promise.all([...running].map((service) => service.stop()));
    await Promise.all([broker.stop(), tokens.stop()]);
    await rm(dataDir, { recursive: true, force: true });
  };
  return {
    crashKafka: broker.crash,
    silenceKafka: broker.silence,
    publisher,
    kafka,
    brokers: broker.brokers,
    clickhouseUrl: database.href,
    start,
    port: () => port,
    as,
    furnish,
    tokens,
    stop,
  };
}
